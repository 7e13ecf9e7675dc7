import { Undo2, X, type LucideIcon } from 'lucide-react';
import { Button } from '../ui/button';
import { type ListMessages, sharedMessages } from './messages';
import type { Rejectable } from './rejection';
import { stateActions } from './state-actions';
import { shownStateOf } from './list-filters';
import type { ListScreenState } from './use-list-screen';

const words = sharedMessages.picked;
const { short } = sharedMessages.states;

type BulkBarProps<Item extends Rejectable> = {
  screen: ListScreenState<Item>;
  messages: Pick<ListMessages, 'counted'>;
};

/** In place of the search line while rows are picked: how many, what to do with all of them, and Clear. */
export function BulkBar<Item extends Rejectable>({ screen, messages }: BulkBarProps<Item>) {
  const { filters, picked, clearPicked, actions } = screen;
  const { rows, isFull } = picked;
  const state = shownStateOf(filters);
  return (
    <div
      role="toolbar"
      aria-label={words.toolbar(messages.counted(rows.length))}
      className="my-[3px] flex h-12 flex-none items-center gap-1 bg-primary-soft px-4 touch:h-[54px] touch:my-0"
    >
      <p role="status" className="min-w-0 flex-1 text-sm leading-4 font-semibold tabular-nums">
        {isFull ? words.most(rows.length) : words.count(rows.length)}
      </p>
      {stateActions(state).map((action) => (
        <BulkAction key={action.target} icon={action.icon} onAct={() => actions.move(rows, action.target)}>
          {action.short}
        </BulkAction>
      ))}
      {state === 'rejected' ? (
        <BulkAction icon={Undo2} onAct={() => actions.move(rows, 'open')}>
          {short.restore}
        </BulkAction>
      ) : (
        <BulkAction icon={X} onAct={() => actions.ask(rows)}>
          {short.reject}
        </BulkAction>
      )}
      <Button size="sm" variant="ghost" onClick={clearPicked} className="ml-1 px-2!">
        {words.clear}
      </Button>
    </div>
  );
}

/** The word where there is room, else the icon. */
function BulkAction({ icon, onAct, children }: { icon: LucideIcon; onAct: () => void; children: string }) {
  return (
    <Button size="sm" icon={icon} onClick={onAct} className="px-2! @min-[25rem]:[&>svg]:hidden touch:min-w-(--touch)">
      <span className="@max-[25rem]:sr-only">{children}</span>
    </Button>
  );
}
