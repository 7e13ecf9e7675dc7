import { type MouseEvent, type PointerEvent, useRef } from 'react';

type Swipe = { onLeft: () => void; onRight: () => void };

/**
 * A finger that draws a row to a side: far enough it acts, else the row goes back. It moves the row directly, by `--swipe` and
 * `data-swipe`: a drag needs no rendering. Whatever it does can be done without it.
 */
export function useSwipe({ onLeft, onRight }: Swipe) {
  const start = useRef<{ x: number; y: number } | null>(null);
  const hasSwiped = useRef(false);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType !== 'touch' || !event.isPrimary) return;
    start.current = { x: event.clientX, y: event.clientY };
    hasSwiped.current = false;
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (start.current === null) return;
    const x = event.clientX - start.current.x;
    const y = event.clientY - start.current.y;
    if (!hasSwiped.current) {
      // Up and down belongs to the list, which scrolls.
      if (Math.abs(y) > decidingDistance) start.current = null;
      if (Math.abs(x) < decidingDistance || Math.abs(y) >= Math.abs(x)) return;
      hasSwiped.current = true;
      event.currentTarget.setPointerCapture(event.pointerId);
    }
    show(event.currentTarget, x);
  };
  const letGo = (event: PointerEvent<HTMLElement>) => {
    const from = start.current;
    start.current = null;
    if (from === null || !hasSwiped.current) return;
    show(event.currentTarget, 0);
    const x = event.clientX - from.x;
    if (event.type !== 'pointerup' || Math.abs(x) < actingDistance) return;
    if (x < 0) onLeft();
    else onRight();
  };
  /** The finger that has drawn the row does not press what it was on. */
  const onClickCapture = (event: MouseEvent) => {
    if (!hasSwiped.current) return;
    hasSwiped.current = false;
    event.preventDefault();
    event.stopPropagation();
  };
  return { onPointerDown, onPointerMove, onPointerUp: letGo, onPointerCancel: letGo, onClickCapture };
}

function show(row: HTMLElement, x: number): void {
  if (x === 0) delete row.dataset['swipe'];
  else row.dataset['swipe'] = x < 0 ? 'left' : 'right';
  row.style.setProperty('--swipe', `${x}px`);
}

const decidingDistance = 12;
const actingDistance = 88;
