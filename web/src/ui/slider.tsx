import { Slider as RadixSlider } from 'radix-ui';

type SliderProps = {
  label: string;
  value: number;
  min: number;
  max: number;
  /** What the value means, for screen readers: '70, about 3 a week'. */
  valueText: string;
  /** While it moves. */
  onChange: (value: number) => void;
  /** When it is let go, and after each key. */
  onCommit: (value: number) => void;
};

/** A number on a line. Arrow keys move it by one, Page keys by ten. What is at or above it is filled. */
export function Slider({ label, value, min, max, valueText, onChange, onCommit }: SliderProps) {
  return (
    <RadixSlider.Root
      value={[value]}
      {...{ min, max }}
      step={1}
      onValueChange={([next = value]) => onChange(next)}
      onValueCommit={([next = value]) => onCommit(next)}
      className="relative flex h-5 w-full touch-none items-center select-none touch:h-(--touch)"
    >
      <RadixSlider.Track className="relative h-1 grow rounded-full bg-primary forced:border forced:bg-[Highlight]">
        <RadixSlider.Range className="absolute h-full rounded-l-full bg-border-strong forced:bg-[Canvas]" />
      </RadixSlider.Track>
      <RadixSlider.Thumb
        aria-label={label}
        aria-valuetext={valueText}
        className={
          'relative block size-5 rounded-full border-2 border-primary bg-card shadow-sm outline-none after:absolute after:-inset-0.5 touch:size-7 touch:after:-inset-2 ' +
          'focus-visible:[box-shadow:var(--focus-ring)] forced:border-[Highlight] forced:focus-visible:outline-2 forced:focus-visible:outline-[CanvasText]'
        }
      />
    </RadixSlider.Root>
  );
}
