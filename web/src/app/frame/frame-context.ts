import { createContext, use } from 'react';
import type { Settings } from '../../lib/settings';

/** What the parts of a frame need to know, and the layers that they can open. */
type FrameContextValue = {
  settings: Settings;
  showAccount: () => void;
  showShortcuts: () => void;
};

export function useFrame(): FrameContextValue {
  const frame = use(FrameContext);
  if (frame === undefined) throw new Error('this part belongs inside a Frame');
  return frame;
}

export const FrameContext = createContext<FrameContextValue | undefined>(undefined);
