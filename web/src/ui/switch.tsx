import { Switch as RadixSwitch } from 'radix-ui';
import { Loader } from './loader';

type SwitchProps = {
  /** The accessible name; what the eye reads stands beside the switch. */
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** While the change is on its way: keeps the focus, ignores further presses. */
  isBusy?: boolean;
  isDisabled?: boolean;
  /** The id of a text that says more about it. */
  describedBy?: string;
};

export function Switch({ label, isOn, onChange, isBusy = false, isDisabled = false, describedBy }: SwitchProps) {
  return (
    <RadixSwitch.Root
      aria-label={label}
      aria-describedby={describedBy}
      {...(isBusy && { 'aria-busy': true, 'aria-disabled': true })}
      checked={isOn}
      disabled={isDisabled}
      onCheckedChange={(next) => {
        if (!isBusy) onChange(next);
      }}
      className={track}
    >
      <RadixSwitch.Thumb className={thumb}>{isBusy && <Loader size={10} />}</RadixSwitch.Thumb>
    </RadixSwitch.Root>
  );
}

// The invisible box around the track is the target: 24 px high for a pointer, 44 for a finger.
const track =
  'relative h-5 w-9 flex-none rounded-full border border-transparent bg-input transition-colors duration-(--dur) ' +
  'after:absolute after:inset-x-0 after:-inset-y-[3px] touch:after:-inset-[13px] data-[state=checked]:bg-primary ' +
  'disabled:bg-border-strong data-[state=checked]:disabled:bg-primary-line ' +
  'forced:border-[ButtonText] forced:data-[state=checked]:border-[Highlight] forced:data-[state=checked]:bg-[Highlight] forced:disabled:border-[GrayText]';

const thumb =
  'ml-px grid size-4 place-items-center rounded-full bg-white text-primary shadow-sm transition-transform duration-(--dur) ease-out data-[state=checked]:translate-x-4 ' +
  'forced:bg-[ButtonText] forced:text-[ButtonFace] forced:data-[state=checked]:bg-[HighlightText] forced:data-disabled:bg-[GrayText]!';
