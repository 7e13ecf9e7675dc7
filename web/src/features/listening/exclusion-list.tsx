import { Plus } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Button } from '../../ui/button';
import { RemovableChip } from '../../ui/chip';
import { fieldRow, TextField } from '../../ui/field';
import { type ExclusionListName, shownEntry, withEntries } from './filter-rules';
import { messages } from './messages';

type ExclusionListProps = {
  name: ExclusionListName;
  list: readonly string[];
  onChange: (list: readonly string[]) => void;
  isDisabled: boolean;
};

/** Chips of what is left out, and a field for more. Enter adds, without sending the form around it. */
export function ExclusionList({ name, list, onChange, isDisabled }: ExclusionListProps) {
  const [typed, setTyped] = useState('');
  const [complaint, setComplaint] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const chips = useRef<HTMLUListElement>(null);
  const labelId = useId();
  const words = messages.lists[name];

  const add = () => {
    if (typed.trim() === '') return;
    const addition = withEntries(name, list, typed);
    setComplaint(addition.complaint);
    if (addition.list !== undefined) {
      onChange(addition.list);
      setTyped('');
    }
    field.current?.focus();
  };
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || typed.trim() === '') return;
    event.preventDefault();
    add();
  };
  const remove = (index: number) => {
    // The focus goes to the next one, else the previous, else the field: never to nowhere.
    const buttons = chips.current?.querySelectorAll('button');
    const heir = buttons?.[index + 1] ?? buttons?.[index - 1] ?? field.current;
    onChange(list.toSpliced(index, 1));
    heir?.focus();
  };

  return (
    <div role="group" aria-labelledby={labelId} className="grid gap-2">
      <p id={labelId} className="font-label text-sm">
        {words.label}
      </p>
      <div className={fieldRow}>
        <TextField
          ref={field}
          label={words.add}
          isLabelHidden
          autoComplete="off"
          placeholder={words.placeholder}
          disabled={isDisabled}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setComplaint(undefined);
          }}
          onKeyDown={addOnEnter}
          error={complaint}
        />
        <Button icon={Plus} disabled={isDisabled || typed.trim() === ''} onClick={add} aria-label={words.add}>
          {messages.addEntry}
        </Button>
      </div>
      {list.length > 0 && (
        <ul ref={chips} className="flex flex-wrap gap-2">
          {list.map((entry, index) => {
            const shown = shownEntry(name, entry);
            return (
              <li key={entry} className="flex max-w-full min-w-0">
                <RemovableChip
                  label={shown}
                  removeLabel={messages.removeEntry(shown)}
                  isDisabled={isDisabled}
                  onRemove={() => remove(index)}
                />
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
