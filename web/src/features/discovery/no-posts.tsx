import { Clock, Radar } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button';
import { FirstRun } from '../../ui/empty-state';
import { messages } from './messages';

/** Disabled while no search is possible. */
type FindProps = { onFind: () => void; isDisabled: boolean };

/** Before the first discovery. */
export function NoPosts({ onFind, isDisabled }: FindProps) {
  const { empty } = messages;
  return (
    <FirstRun
      title={empty.none}
      action={
        <Button variant="primary" size="lg" icon={Radar} disabled={isDisabled} onClick={onFind}>
          {empty.find}
        </Button>
      }
      note={
        <>
          <Clock size={14} aria-hidden="true" className="flex-none" />
          {empty.note}
        </>
      }
    >
      {empty.noneHelp}
    </FirstRun>
  );
}

/** What the empty list says: `firstRun` for an account that was never searched, with `find` for one that was. */
export type EmptyListSlot = (parts: { firstRun: ReactNode; find: ReactNode }) => ReactNode;

/** The same button for a list that was searched and is still empty. */
export function FindOpportunities({ onFind, isDisabled }: FindProps) {
  const { empty } = messages;
  return (
    <>
      <Button icon={Radar} disabled={isDisabled} onClick={onFind}>
        {empty.find}
      </Button>
      <p className="text-xs text-muted-foreground">{empty.note}</p>
    </>
  );
}
