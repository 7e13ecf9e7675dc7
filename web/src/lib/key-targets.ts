import { useEffect } from 'react';
import { useStable } from './stable';

/** What a key can ask of the screen that is open. The frame knows the keys, the screen knows what to do. */
export type KeyTarget = (typeof keyTargetNames)[number];

export const keyTargetNames = [
  'next-row',
  'previous-row',
  'open-row',
  'back-to-list',
  'reject',
  'toggle-rejected',
  'visit',
  'toggle-generator',
  'generate',
  'copy',
  'mark-read',
  'refresh',
] as const;

type Doing = () => void;

/** Answers to keys for as long as the screen is there. What is left out, or `undefined`, stays with the browser. */
export function useKeyTargets(doings: Partial<Record<KeyTarget, Doing | undefined>>): void {
  const screen = useStable((name: KeyTarget) => doings[name]);
  useEffect(() => {
    screens.push(screen);
    return () => {
      screens.splice(screens.indexOf(screen), 1);
    };
  }, [screen]);
}

/** What the key does here; of several screens that answer, the one that came last. */
export function keyTarget(name: KeyTarget): Doing | undefined {
  for (const screen of screens.toReversed()) {
    const doing = screen(name);
    if (doing !== undefined) return doing;
  }
  return undefined;
}

type Screen = (name: KeyTarget) => Doing | undefined;

const screens: Screen[] = [];
