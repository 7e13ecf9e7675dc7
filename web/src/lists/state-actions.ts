import { Bookmark, type LucideIcon, Inbox, Reply, Trophy } from 'lucide-react';
import { sharedMessages } from './messages';
import type { RowState } from './row-state';

const words = sharedMessages.states;

/** The states that a row is moved to by a key or a button of its own. */
const targets = ['saved', 'answered', 'won'] as const;
type Target = (typeof targets)[number];

export type StateAction = {
  target: Target;
  label: string;
  /** Where there is room for a word only. */
  short: string;
  icon: LucideIcon;
  key: string;
};

/** What can be done with a row in this state. What it is already, it can cease to be: then it is open again. */
export function stateActions(current: RowState): readonly StateAction[] {
  return targets.map((target) => {
    const isOn = current === target;
    return {
      target,
      label: isOn ? words.reopen : words.actions[target],
      short: isOn ? words.short.open : words.short[target],
      icon: isOn ? Inbox : icons[target],
      key: keys[target],
    };
  });
}

const icons: Record<Target, LucideIcon> = { saved: Bookmark, answered: Reply, won: Trophy };
const keys: Record<Target, string> = { saved: 'S', answered: 'A', won: 'W' };
