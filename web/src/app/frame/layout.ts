import { useMediaQuery } from '../../lib/media-query';
import { useIsSideColumnShown } from '../../ui/side-column';

/** How the frame is laid out: a bottom bar, a rail of icons, or a sidebar with words (breakpoints md and xl; a side column takes the room of the words up to 1440 px). */
export type FrameLayout = 'phone' | 'rail' | 'sidebar';

export function useFrameLayout(): FrameLayout {
  const isWiderThanPhone = useMediaQuery('(width >= 48rem)');
  const isSideColumnShown = useIsSideColumnShown();
  const hasRoomForWords = useMediaQuery(isSideColumnShown ? '(width >= 90rem)' : '(width >= 75rem)');
  if (!isWiderThanPhone) return 'phone';
  return hasRoomForWords ? 'sidebar' : 'rail';
}
