import { useMedia } from '../../lib/media';

/** How the frame is laid out: a bottom bar, a rail of icons, or a sidebar with words (breakpoints md and xl). */
export type FrameLayout = 'phone' | 'rail' | 'sidebar';

export function useFrameLayout(): FrameLayout {
  const isWiderThanPhone = useMedia('(width >= 48rem)');
  const hasRoomForWords = useMedia('(width >= 75rem)');
  if (!isWiderThanPhone) return 'phone';
  return hasRoomForWords ? 'sidebar' : 'rail';
}
