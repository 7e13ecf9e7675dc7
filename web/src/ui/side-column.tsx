import { createContext, type ReactNode, use, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useMediaQuery } from '../lib/media-query';
import { cx } from './classes';
import { ResizeHandle } from './resize-handle';

/** Where the column goes; `null` until the place for it is there, undefined where there is none. */
export const SideColumnHost = createContext<HTMLElement | null | undefined>(undefined);

type SideColumnProps = {
  label: string;
  handleLabel: string;
  /** In px. Less is shown where the details would get too narrow. */
  width: number;
  onWidth: (width: number) => void;
  onResetWidth: () => void;
  children: ReactNode;
};

/** A column beside list and details. The list narrows to make room, and so does the frame around it. */
export function SideColumn(props: SideColumnProps) {
  const host = use(SideColumnHost);
  // It is made again for every row that is opened; it comes in only where none was.
  const [isNew] = useState(() => !isShown());
  useLayoutEffect(() => {
    change(1);
    return () => change(-1);
  }, []);
  const column = <Column {...props} isNew={isNew} />;
  if (host === undefined) return column;
  return host === null ? null : createPortal(column, host);
}

function Column({ label, handleLabel, width, onWidth, onResetWidth, children, isNew }: SideColumnProps & { isNew: boolean }) {
  const section = useRef<HTMLElement>(null);
  // A drag needs no rendering.
  const show = (next: number) => section.current?.style.setProperty('width', widthOf(next));
  return (
    <section
      ref={section}
      aria-label={label}
      data-docked="column"
      style={{ width: widthOf(width) }}
      className="relative flex h-full flex-none flex-col border-l border-border bg-card"
    >
      <ResizeHandle
        label={handleLabel}
        orientation="vertical"
        value={width}
        {...columnWidths}
        step={16}
        sizeAfter={(from, px) => from - px}
        onMove={show}
        onChange={onWidth}
        onReset={onResetWidth}
      />
      <div className={cx('flex min-h-0 flex-1 flex-col', isNew && 'animate-column')}>{children}</div>
    </section>
  );
}

/** The list keeps 312 px beside it, and the details 440. */
const widthOf = (px: number) => `clamp(${columnWidths.min}px, ${px}px, min(${columnWidths.max}px, 100cqw - 752px))`;

export const columnWidths = { min: 360, max: 560 } as const;

/** Whether a column stands beside list and details now. */
export function useIsSideColumnShown(): boolean {
  return useSyncExternalStore(subscribe, isShown);
}

/** Whether there is room for one. */
export function useHasRoomForSideColumn(): boolean {
  return useMediaQuery('(width >= 80rem)');
}

let shownColumns = 0;
const listeners = new Set<() => void>();
const isShown = () => shownColumns > 0;

function change(by: 1 | -1): void {
  shownColumns += by;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
