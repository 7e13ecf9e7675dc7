import type { ReactNode, Ref } from 'react';
import type { SourceName } from '../lib/source';
import { DetailsActions, PhoneBar } from '../ui/details-actions';
import { DetailsBar } from '../ui/details-bar';
import { NoticeLine } from '../ui/notice-line';
import { useHasRoomForSideColumn } from '../ui/side-column';
import { useEarlierAnswer } from './earlier-answers';
import type { ListMessages } from './messages';
import { type RowState, type StatedRow, stateOf } from './row-state';
import { DetailStateActions } from './state-buttons';

/** What the screen gives to the details of the row that is open. */
export type ItemDetailState = {
  now: number;
  isPhone: boolean;
  /** '1 of 128'; nothing for what is not in the list. */
  position: string | undefined;
  onBack: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onReject: () => void;
  onRestore: () => void;
  /** The row that is open, as far as its state goes. */
  row: StatedRow;
  /** To another state, or back to open from that very one. */
  onMove: (to: RowState) => void;
  /** Throws what the server says. */
  onSaveNote: (note: string) => Promise<void>;
  titleRef: Ref<HTMLHeadingElement>;
};

type ItemDetailProps = {
  state: ItemDetailState;
  messages: ListMessages['detail'];
  /** Where it was written, and its page there. */
  source: SourceName;
  href: string;
  author: string;
  isRejected: boolean;
  children: ReactNode;
  /** What answers it, in its place. */
  generator?: ((place: GeneratorPlace) => ReactNode) | undefined;
};

/**
 * Where the AI Comment Generator goes: a button in the bar above that opens it as a column, docked below
 * the text, or on phones the main button of the bar at the bottom, which opens it as a sheet.
 */
export type GeneratorPlace = 'column' | 'dock' | 'sheet';

/** What is read, between the bar above it and, on phones, the bar below it. */
export function ItemDetail({ state, messages, source, href, author, isRejected, children, generator }: ItemDetailProps) {
  const { isPhone, position, onBack, onPrevious, onNext, onReject, onRestore, row, onMove } = state;
  const hasRoomForColumn = useHasRoomForSideColumn();
  const place: GeneratorPlace = isPhone ? 'sheet' : hasRoomForColumn ? 'column' : 'dock';
  const placed = generator?.(place);
  const earlierAnswer = useEarlierAnswer({ id: row.id, source, author }, state.now);
  return (
    <>
      <DetailsBar backLabel={messages.back} thing={messages.thing} {...{ onBack, position, onPrevious, onNext }}>
        <DetailsActions
          {...{ source, href, isRejected, isPhone, onReject, onRestore }}
          stateActions={<DetailStateActions state={stateOf(row)} isMenu={isPhone} {...{ onMove, onReject }} />}
          mainAction={place === 'column' && placed}
        />
      </DetailsBar>
      {earlierAnswer !== undefined && (
        <div className="max-w-180 flex-none px-8 pt-3 max-md:px-4">
          <NoticeLine kind="notice">{earlierAnswer}</NoticeLine>
        </div>
      )}
      {/* The text fades out above what is docked below it. */}
      <div className="relative flex min-h-0 flex-1 flex-col">
        {children}
        {place === 'dock' && placed !== undefined && <Fade />}
      </div>
      {place === 'dock' && placed}
      {isPhone && <PhoneBar {...{ source, href }}>{placed}</PhoneBar>}
    </>
  );
}

function Fade() {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 bottom-0 h-14 bg-linear-to-t from-background to-transparent"
    />
  );
}
