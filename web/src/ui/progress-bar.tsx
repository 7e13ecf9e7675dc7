/** A quota, not a wait: keywords used of keywords allowed. Waits are waves. */
export function ProgressBar({ label, value, max, valueText }: { label: string; value: number; max: number; valueText?: string }) {
  const percent = max <= 0 ? 0 : Math.min(100, Math.max(0, (value / max) * 100));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={valueText}
      className="h-1.5 overflow-hidden rounded-full bg-sunken forced:border"
    >
      <div
        className="h-full rounded-full bg-primary transition-[width] duration-(--dur) ease-out forced:bg-[CanvasText]"
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}
