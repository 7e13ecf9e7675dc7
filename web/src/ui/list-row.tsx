import { Check } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './classes';
import { useSwipe } from './swipe';
import { SwipeHints } from './swipe-hints';

type ListRowProps = {
  title: string;
  /** By a key, or by a screen reader: then the focus goes along to what is opened. */
  onOpen: (isByKey: boolean) => void;
  /** A column before everything else: how well it matches. */
  lead?: ReactNode;
  /** Place, author, age. */
  meta: ReactNode;
  /** Score and comments, at the right of the meta line. */
  stats?: ReactNode;
  /** In place of the stats under the pointer, with the focus and when it is selected: what is done most often. */
  quickActions?: ReactNode;
  /** A line of summary above the badges. */
  summary?: ReactNode;
  /** Badges and chips: rank, Fresh, High Value, chips, in this order. */
  tags?: ReactNode;
  /** Reject or Restore, at the right of the title. */
  action?: ReactNode;
  isSelected?: boolean;
  /** One of several that something is about to be done with. */
  isPicked?: boolean;
  /** A click with Shift: this row and those up to it. */
  onPick?: () => void;
  /** What a finger can do by drawing the row to a side. */
  swipe?: { left: string; right: string; onLeft: () => void; onRight: () => void } | undefined;
  /** Lists that have read and unread rows say which; others leave it out. */
  isUnread?: boolean;
  isRejected?: boolean;
  /** 0 for the one row that the Tab key reaches, -1 for the others. */
  tabIndex?: 0 | -1;
  /** Leaves the list: folds, and is not there for anybody any more. */
  isLeaving?: boolean;
} & Pick<ComponentProps<'li'>, 'ref' | 'aria-setsize' | 'aria-posinset'> & { 'data-row'?: string; 'data-index'?: number };

/** One post or mention of a list. The title is the row's button, stretched over the whole row. */
export function ListRow({
  title,
  onOpen,
  lead,
  meta,
  stats,
  quickActions,
  summary,
  tags,
  action,
  isSelected = false,
  isPicked = false,
  onPick,
  swipe,
  isUnread,
  isRejected = false,
  tabIndex = 0,
  isLeaving = false,
  ...place
}: ListRowProps) {
  const swiping = useSwipe({ onLeft: () => swipe?.onLeft(), onRight: () => swipe?.onRight() });
  return (
    <li
      {...place}
      {...(swipe !== undefined && swiping)}
      {...(isLeaving && { inert: true })}
      className={cx(
        isLeaving && 'animate-row-out',
        'group relative list-none border-b border-border py-3 pr-4 has-[:focus-visible]:z-1',
        lead === undefined ? 'pl-4.5' : 'pl-4',
        swipe !== undefined && 'touch-pan-y overflow-hidden',
        surfaceOf(isSelected || isPicked, isUnread === true, isRejected),
      )}
    >
      {isSelected && (
        <span aria-hidden="true" className="absolute inset-y-2.5 left-0 w-0.75 rounded-r-xs bg-primary forced:bg-[Highlight]" />
      )}
      {swipe !== undefined && <SwipeHints left={swipe.left} right={swipe.right} />}
      <div className={cx('flex gap-3', swipe !== undefined && 'translate-x-(--swipe) motion-reduce:translate-none')}>
        {lead}
        <div className="min-w-0 flex-1">
          <div className="flex min-h-6 items-start gap-2">
            {isPicked && <PickedMark />}
            {isUnread === true && (
              <span role="img" aria-label="Unread" className="mt-1.5 size-2 flex-none rounded-full bg-primary forced:bg-[Highlight]" />
            )}
            <h3 className="min-w-0 flex-1 font-sans text-list [text-wrap:pretty]">
              <button
                type="button"
                tabIndex={tabIndex}
                aria-current={isSelected ? 'true' : undefined}
                // A press of a key is a click without a count.
                onClick={(event) => (event.shiftKey && event.detail > 0 && onPick !== undefined ? onPick() : onOpen(event.detail === 0))}
                // Else the browser marks all text from the last click to this one.
                onMouseDown={(event) => event.shiftKey && event.preventDefault()}
                className={cx(
                  'row-button line-clamp-2 w-full text-left wrap-anywhere',
                  isRejected ? 'font-medium text-muted-foreground' : isUnread === false ? 'font-medium' : 'font-semibold',
                )}
              >
                {title}
              </button>
            </h3>
            {action !== undefined && (
              <div className={cx('relative z-1 -my-1 flex-none touch:-my-3', !isRejected && narrowHidden)}>{action}</div>
            )}
          </div>
          <div className="mt-0.5 flex min-h-5 items-center gap-3 text-xs text-muted-foreground">
            <div className="flex min-w-0 flex-1 items-center">{meta}</div>
            {stats !== undefined && (
              <div className={cx('flex flex-none items-center gap-2.5 tabular-nums', quickActions !== undefined && statsAway(isSelected))}>
                {stats}
              </div>
            )}
            {quickActions !== undefined && (
              <div className={cx('relative z-1 -my-1 -mr-1.75 flex-none items-center', actionsThere(isSelected))}>{quickActions}</div>
            )}
          </div>
          {summary !== undefined && <div className="mt-1.5 text-sm/[18px] text-foreground-soft">{summary}</div>}
          {tags !== undefined && <div className="mt-1.5 flex min-h-5 items-center gap-1.5 overflow-hidden">{tags}</div>}
        </div>
      </div>
    </li>
  );
}

type RowMetaProps = {
  /** A mark before the place. */
  mark?: ReactNode;
  place: string;
  author: string | undefined;
  age: string;
};

/** 'r/subreddit · u/author · 3h ago': the author gives way first when there is little room. */
export function RowMeta({ mark, place, author, age }: RowMetaProps) {
  return (
    <>
      {mark}
      <span className="max-w-[55%] flex-none truncate font-medium text-foreground-soft">{place}</span>
      {author !== undefined && (
        <span className={cx('contents', narrowHidden)}>
          <Dot />
          <span className="min-w-0 truncate">{author}</span>
        </span>
      )}
      <Dot />
      <span className="flex-none tabular-nums">{age}</span>
    </>
  );
}

function Dot() {
  return (
    <span aria-hidden="true" className="flex-none px-1.5">
      ·
    </span>
  );
}

/** In the place of the unread dot: the row is one of several. */
function PickedMark() {
  return (
    <span
      role="img"
      aria-label="Selected"
      className="mt-0.5 grid size-4 flex-none place-items-center rounded-xs bg-primary text-primary-foreground forced:bg-[Highlight]"
    >
      <Check size={12} strokeWidth={3} aria-hidden="true" />
    </span>
  );
}

const statsAway = (isSelected: boolean) => (isSelected ? 'hidden' : 'group-hover:hidden group-has-[:focus-visible]:hidden');
const actionsThere = (isSelected: boolean) => (isSelected ? 'flex' : 'hidden group-hover:flex group-has-[:focus-visible]:flex');

// Beside a column there is little room: the post itself has the same.
const narrowHidden = 'lg:@max-[25rem]:hidden';

function surfaceOf(isSelected: boolean, isUnread: boolean, isRejected: boolean): string {
  if (isSelected) return 'bg-selected';
  if (isRejected) return 'bg-sunken';
  if (isUnread) return 'bg-[color-mix(in_srgb,var(--primary-soft)_46%,var(--card))] hover:bg-hover';
  return 'bg-card hover:bg-hover';
}
