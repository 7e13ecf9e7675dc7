import { type KeyboardAction, keyboardActionHandler } from '../../lib/keyboard-actions';
import { keyText } from '../../lib/platform';
import { searchTarget } from '../../lib/search-shortcut-target';
import { Dialog } from '../../ui/dialog';
import { Kbd } from '../../ui/kbd';
import { type ShortcutAction, shortcuts } from './shortcuts';
import { SingleKeysSwitch } from './single-keys-switch';
import { tabs } from './tabs';

/** The keys that do something on this page, and the switch for those without Cmd or Ctrl. */
export function ShortcutSheet({ isOpen, onClose, hasTabs }: { isOpen: boolean; onClose: () => void; hasTabs: boolean }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Keyboard shortcuts" size="lg">
      <div className="grid gap-x-10 gap-y-6 md:grid-cols-2">
        {groups(hasTabs).map(({ title, lines }) => (
          <section key={title} aria-label={title}>
            <h3 className="mb-1 text-xs text-muted-foreground">{title}</h3>
            <dl>
              {lines.map((line) => (
                <Line key={line.label} {...line} />
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="mt-5 border-t border-border pt-4">
        <SingleKeysSwitch />
      </div>
    </Dialog>
  );
}

function Line({ label, does, keys: ownKeys }: Line) {
  const ways =
    does === undefined
      ? [ownKeys ?? []]
      : shortcuts.filter(({ action }) => JSON.stringify(action) === JSON.stringify(does)).map(({ keys }) => keys);
  return (
    <div className="flex min-h-7.5 items-center justify-between gap-3 text-sm">
      <dt>{label}</dt>
      {/* Elsewhere hints hide from fingers. Here the keys are the subject, and a tablet may have a keyboard. */}
      <dd className="flex flex-none items-center gap-1 [&_kbd]:inline-flex!">
        {ways.map((keys, index) => (
          <span key={keys.join('+')} className="flex items-center gap-1">
            {index > 0 && <span className="px-0.5 text-xs text-muted-foreground">or</span>}
            {/* The boxes are visual; this is the same in words. */}
            <span className="sr-only">{keys.map(spokenKey).join(' ')}</span>
            {keys.map((key) => (
              <Kbd key={key}>{keyText(key)}</Kbd>
            ))}
          </span>
        ))}
      </dd>
    </div>
  );
}

type Line = {
  label: string;
  /** The action whose keys are shown, */
  does?: ShortcutAction;
  /** or keys that belong to the place where the focus is. */
  keys?: readonly string[];
};
type ShortcutGroup = { title: string; lines: readonly Line[] };

/** In two columns. What does nothing on this screen is not listed. */
function groups(hasTabs: boolean): ShortcutGroup[] {
  const openTabs = tabs.map(({ tab, label }): Line => ({ label, does: { does: 'open-tab', tab } }));
  const hasSearch = searchTarget() !== undefined;
  const goTo = [...(hasTabs ? openTabs : []), ...(hasSearch ? [{ label: 'Search', does: { does: 'focus-search' } } as const] : [])];
  const hasList = keyboardActionHandler('next-row') !== undefined;
  const all: ShortcutGroup[] = [
    { title: 'Go to', lines: goTo },
    {
      title: 'List',
      lines: [
        ...asked('next-row', 'Next'),
        ...asked('previous-row', 'Previous'),
        ...(hasList
          ? [
              { label: 'Open', keys: ['Enter'] },
              { label: 'Back to the list', keys: ['Escape'] },
            ]
          : []),
        ...asked('pick-next', 'Select several, downwards'),
        ...asked('pick-previous', 'Select several, upwards'),
        ...asked('save', 'Save'),
        ...asked('mark-answered', 'Mark as answered'),
        ...asked('mark-won', 'Mark as won'),
        ...asked('reject', 'Reject or restore'),
        ...asked('toggle-rejected', 'Show or hide rejected'),
      ],
    },
    {
      title: 'Post',
      lines: [
        ...asked('visit', 'Visit Reddit'),
        ...asked('toggle-generator', 'AI Comment Generator'),
        ...asked('generate', 'Generate a comment'),
        ...asked('copy', 'Copy the comment'),
      ],
    },
    {
      title: 'More',
      lines: [
        ...asked('mark-read', 'Mark as read'),
        ...asked('refresh', 'Refresh'),
        ...asked('find-posts', 'Find new posts'),
        ...(hasSearch ? [{ label: 'Clear the search', keys: ['Escape'] }] : []),
        { label: 'Switch theme', does: { does: 'switch-theme' } },
        { label: 'This sheet', does: { does: 'show-shortcuts' } },
      ],
    },
  ];
  return all.filter(({ lines }) => lines.length > 0);
}

/** A line for a key that the screen answers to right now. */
function asked(target: KeyboardAction, label: string): Line[] {
  return keyboardActionHandler(target) === undefined ? [] : [{ label, does: { does: 'ask-screen', target } }];
}

function spokenKey(key: string): string {
  const words: Record<string, string> = { '⌘': 'Command', '⇧': 'Shift', '?': 'question mark' };
  const text = keyText(key);
  return words[text] ?? text;
}
