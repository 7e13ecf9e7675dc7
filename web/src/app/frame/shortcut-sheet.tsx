import { keyText } from '../../lib/platform';
import { searchTarget } from '../../lib/search-target';
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
              {lines.map(({ label, does }) => (
                <Line key={label} label={label} does={does} />
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

function Line({ label, does }: { label: string; does: ShortcutAction }) {
  const ways = shortcuts.filter(({ action }) => JSON.stringify(action) === JSON.stringify(does)).map(({ keys }) => keys);
  return (
    <div className="flex min-h-7.5 items-center justify-between gap-3 text-sm">
      <dt>{label}</dt>
      {/* Elsewhere hints hide from fingers. Here the keys are the subject, and a tablet may have a keyboard. */}
      <dd className="flex flex-none items-center gap-1 [&_kbd]:inline-flex!">
        {ways.map((keys, index) => (
          <span key={keys.join('+')} className="flex items-center gap-1">
            {index > 0 && <span className="px-0.5 text-xs text-muted-foreground">or</span>}
            {/* The boxes are for the eye; this is the same in words. */}
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

type Group = { title: string; lines: { label: string; does: ShortcutAction }[] };

/** Two columns. Keys join with the rooms that answer to them; what does nothing here is not listed. */
function groups(hasTabs: boolean): Group[] {
  const openTabs = tabs.map(({ tab, label }) => ({ label, does: { does: 'open-tab', tab } as const }));
  const search = { label: 'Search', does: { does: 'focus-search' } as const };
  const goTo = [...(hasTabs ? openTabs : []), ...(searchTarget() === undefined ? [] : [search])];
  const more: Group = {
    title: 'More',
    lines: [
      { label: 'Switch theme', does: { does: 'switch-theme' } },
      { label: 'This sheet', does: { does: 'show-shortcuts' } },
    ],
  };
  return goTo.length === 0 ? [more] : [{ title: 'Go to', lines: goTo }, more];
}

function spokenKey(key: string): string {
  const words: Record<string, string> = { '⌘': 'Command', '⇧': 'Shift', '?': 'question mark' };
  const text = keyText(key);
  return words[text] ?? text;
}
