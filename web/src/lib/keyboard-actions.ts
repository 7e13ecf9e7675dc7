import { useEffect } from 'react';
import { useStableCallback } from './stable-callback';

/** What a key can ask of the screen that is open. The frame knows the keys, the screen knows what to do. */
export type KeyboardAction = (typeof keyboardActions)[number];

const keyboardActions = [
  'next-row',
  'previous-row',
  'pick-next',
  'pick-previous',
  'open-row',
  'back-to-list',
  'save',
  'mark-answered',
  'mark-won',
  'reject',
  'toggle-rejected',
  'visit',
  'toggle-generator',
  'generate',
  'copy',
  'mark-read',
  'refresh',
  'find-posts',
] as const;

type KeyboardActionHandler = () => void;

/** Answers to keys for as long as the screen is there. What is left out, or `undefined`, stays with the browser. */
export function useKeyboardActions(doings: Partial<Record<KeyboardAction, KeyboardActionHandler | undefined>>): void {
  const screen = useStableCallback((name: KeyboardAction) => doings[name]);
  useEffect(() => {
    screens.push(screen);
    return () => {
      screens.splice(screens.indexOf(screen), 1);
    };
  }, [screen]);
}

/** What the key does here; of several screens that answer, the one that came last. */
export function keyboardActionHandler(name: KeyboardAction): KeyboardActionHandler | undefined {
  for (const screen of screens.toReversed()) {
    const doing = screen(name);
    if (doing !== undefined) return doing;
  }
  return undefined;
}

type KeyboardScreen = (name: KeyboardAction) => KeyboardActionHandler | undefined;

const screens: KeyboardScreen[] = [];
