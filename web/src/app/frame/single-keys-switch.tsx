import { useId } from 'react';
import { switchSingleKeys, useSingleKeys } from '../../lib/single-keys';
import { Switch } from '../../ui/switch';

export function SingleKeysSwitch() {
  const areOn = useSingleKeys();
  const noteId = useId();
  return (
    <div className="flex items-center justify-between gap-4">
      <div>
        <p className="text-sm font-label">Single-key shortcuts</p>
        <p id={noteId} className="text-xs text-muted-foreground">
          Keys that work without Cmd or Ctrl. Switch them off if you press them by accident.
        </p>
      </div>
      <Switch label="Single-key shortcuts" describedBy={noteId} isOn={areOn} onChange={switchSingleKeys} />
    </div>
  );
}
