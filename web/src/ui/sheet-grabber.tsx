import { type PointerEvent, useRef } from 'react';

/**
 * The bar at the top of a phone's sheet. Dragged down far enough it closes the sheet, else the sheet
 * goes back. It moves the dialog around it directly: a drag needs no rendering.
 */
export function SheetGrabber({ isFixed, onClose }: { isFixed: boolean; onClose: () => void }) {
  const startY = useRef<number | null>(null);
  const drawnBy = (event: PointerEvent) => Math.max(0, event.clientY - (startY.current ?? event.clientY));

  const start = (event: PointerEvent<HTMLElement>) => {
    if (isFixed) return;
    startY.current = event.clientY;
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (startY.current !== null) moveSheet(event.currentTarget, drawnBy(event));
  };
  const letGo = (event: PointerEvent<HTMLElement>) => {
    const isFarEnough = event.type === 'pointerup' && drawnBy(event) >= closingDistance;
    startY.current = null;
    if (isFarEnough) onClose();
    else moveSheet(event.currentTarget, 0);
  };

  return (
    <div
      aria-hidden="true"
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      className="-mt-5 flex h-7 flex-none touch-none justify-center pt-2 md:hidden"
    >
      <span className="h-1 w-9 rounded-full bg-border-strong forced:bg-[CanvasText]" />
    </div>
  );
}

function moveSheet(grabber: HTMLElement, distance: number) {
  grabber.closest<HTMLElement>('[role="dialog"]')?.style.setProperty('translate', `0 ${distance}px`);
}

const closingDistance = 96;
