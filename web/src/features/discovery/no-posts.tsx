import { Clock, Radar } from 'lucide-react';
import { Button } from '../../ui/button';
import { FirstRun } from '../../ui/empty-state';
import { messages } from './messages';

/** Before the first discovery. */
export function NoPosts({ onFind }: { onFind: () => void }) {
  const { empty } = messages;
  return (
    <FirstRun
      title={empty.none}
      action={
        <Button variant="primary" size="lg" icon={Radar} onClick={onFind}>
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
