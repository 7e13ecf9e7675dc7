import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { cx } from './classes';

type ResizeHandleProps = {
  label: string;
  /** Which way the line between the two parts runs. */
  orientation: 'vertical' | 'horizontal';
  /** The size of the part after the line. */
  value: number;
  min: number;
  max: number;
  /** How far one press of an arrow key goes. */
  step: number;
  /** What it becomes when the pointer moves this many px toward the part after the line. */
  sizeAfter: (from: number, px: number) => number;
  /** While it is dragged: to be shown, not to be kept. */
  onMove: (value: number) => void;
  onChange: (value: number) => void;
  onReset: () => void;
};

/** The line between two parts of a page, to be dragged, moved by the arrow keys, and set back by a double click. */
export function ResizeHandle(props: ResizeHandleProps) {
  const { label, orientation, value, min, max, onMove, onChange, onReset } = props;
  const drag = useRef<{ at: number; from: number }>(null);
  const isVertical = orientation === 'vertical';
  const within = (size: number) => Math.round(Math.min(max, Math.max(min, size)));
  const positionOf = (event: PointerEvent) => (isVertical ? event.clientX : event.clientY);
  const draggedTo = (event: PointerEvent, { at, from }: { at: number; from: number }) =>
    within(props.sizeAfter(from, positionOf(event) - at));

  const start = (event: PointerEvent<HTMLElement>) => {
    drag.current = { at: positionOf(event), from: value };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (drag.current !== null) onMove(draggedTo(event, drag.current));
  };
  const letGo = (event: PointerEvent<HTMLElement>) => {
    if (drag.current !== null && positionOf(event) !== drag.current.at) onChange(draggedTo(event, drag.current));
    drag.current = null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = sizeByKey(event.key, props);
    if (next === undefined) return;
    event.preventDefault();
    onChange(within(next));
  };
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onDoubleClick={onReset}
      onKeyDown={onKeyDown}
      className={cx('group/handle absolute z-(--z-sticky) grid touch-none place-items-center rounded-full', places[orientation])}
    >
      <span
        aria-hidden="true"
        className={cx(
          'rounded-full bg-border-strong transition-colors duration-(--dur-instant) group-hover/handle:bg-input forced:bg-[CanvasText]',
          isVertical ? 'h-10 w-1' : 'h-1 w-10',
        )}
      />
    </div>
  );
}

/** The arrow that points away from the part after the line makes it larger. */
function sizeByKey(key: string, { orientation, value, min, max, step }: ResizeHandleProps): number | undefined {
  const larger = orientation === 'vertical' ? 'ArrowLeft' : 'ArrowUp';
  const smaller = orientation === 'vertical' ? 'ArrowRight' : 'ArrowDown';
  const sizes: Record<string, number> = { [larger]: value + step, [smaller]: value - step, Home: min, End: max };
  return sizes[key];
}

const places = {
  vertical: 'inset-y-0 -left-1.5 w-3 cursor-col-resize',
  horizontal: 'inset-x-0 -top-1.5 h-3 cursor-row-resize',
} as const;
