import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';

type OverlayScrollbarProps = { scroller: RefObject<HTMLElement | null> };

/**
 * A scrollbar over the rows, so that they reach the edge of their pane: on some systems the native one takes a strip of its own.
 * It is for the pointer alone; keys, wheels and fingers scroll as ever. Stands beside the scroller in a box that both fill.
 */
export function OverlayScrollbar({ scroller }: OverlayScrollbarProps) {
  const thumb = useRef<HTMLDivElement>(null);
  const grabbed = useRef<{ y: number; scrollTop: number }>(undefined);

  // Rows that come and go change the height as well.
  useEffect(() => place(thumb.current, scroller.current));
  useEffect(() => {
    const area = scroller.current;
    if (area === null) return undefined;
    const update = () => place(thumb.current, area);
    const resizes = new ResizeObserver(update);
    resizes.observe(area);
    area.addEventListener('scroll', update, { passive: true });
    return () => {
      resizes.disconnect();
      area.removeEventListener('scroll', update);
    };
  }, [scroller]);

  const grab = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    grabbed.current = { y: event.clientY, scrollTop: scroller.current?.scrollTop ?? 0 };
  };
  const drag = (event: PointerEvent) => {
    const area = scroller.current;
    if (grabbed.current === undefined || area === null) return;
    const { scrollTop, y } = grabbed.current;
    scrollTo(area, scrollTop + (event.clientY - y) / pxPerPx(area));
  };
  const release = () => (grabbed.current = undefined);
  return (
    <div
      ref={thumb}
      hidden
      aria-hidden="true"
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
      className="group/thumb absolute top-0 right-0 z-3 w-3 touch-none touch:pointer-events-none"
    >
      <div className="mx-auto h-full w-1.5 rounded-full bg-foreground/25 group-hover/thumb:bg-foreground/45 group-active/thumb:bg-foreground/45 forced:bg-[ButtonText]" />
    </div>
  );
}

function place(thumb: HTMLElement | null, area: HTMLElement | null): void {
  if (thumb === null || area === null) return;
  thumb.hidden = area.scrollHeight <= area.clientHeight + 1;
  thumb.style.height = `${heightOf(area)}px`;
  thumb.style.transform = `translateY(${area.scrollTop * pxPerPx(area)}px)`;
}

function heightOf({ clientHeight, scrollHeight }: HTMLElement): number {
  return Math.min(clientHeight, Math.max(leastHeightPx, (clientHeight * clientHeight) / Math.max(1, scrollHeight)));
}

/** How far the bar moves for each px that the rows do. */
function pxPerPx(area: HTMLElement): number {
  return (area.clientHeight - heightOf(area)) / Math.max(1, area.scrollHeight - area.clientHeight);
}

function scrollTo(area: HTMLElement, top: number): void {
  area.scrollTop = top;
}

const leastHeightPx = 32;
