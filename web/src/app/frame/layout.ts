import { useMediaQuery } from '../../lib/media-query';

/** How the frame is laid out: a bottom bar, a rail of icons, or a sidebar with words (breakpoints md and xl). */
export type FrameLayout = 'phone' | 'rail' | 'sidebar';

export function useFrameLayout(): FrameLayout {
  const isWiderThanPhone = useMediaQuery('(width >= 48rem)');
  const hasRoomForWords = useMediaQuery('(width >= 75rem)');
  if (!isWiderThanPhone) return 'phone';
  return hasRoomForWords ? 'sidebar' : 'rail';
}
