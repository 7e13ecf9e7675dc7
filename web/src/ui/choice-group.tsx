import { useId } from 'react';
import { ChoiceChip } from './chip';

type ChoiceGroupProps<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
};

/** One of a few, as chips in lines that may break. */
export function ChoiceGroup<Value extends string>({ label, options, value, onChange }: ChoiceGroupProps<Value>) {
  const labelId = useId();
  return (
    <div role="group" aria-labelledby={labelId} className="grid gap-2">
      <p id={labelId} className="text-sm font-label">
        {label}
      </p>
      <div className="flex flex-wrap gap-1.5">
        {options.map((option) => (
          <ChoiceChip key={option.value} isChosen={option.value === value} onChoose={() => onChange(option.value)}>
            {option.label}
          </ChoiceChip>
        ))}
      </div>
    </div>
  );
}
