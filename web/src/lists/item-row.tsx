import { StickyNote } from 'lucide-react';
import type { ReactNode } from 'react';
import { ageLabel } from '../lib/age';
import { authorLabel, commentPrefix, placeLabel } from '../lib/source';
import { ListRow, RowMeta } from '../ui/list-row';
import { RowAction } from '../ui/row-action';
import { RowCounts } from '../ui/row-counts';
import { SourceMark } from '../ui/source-mark';
import type { ItemFacts } from './item-facts';
import { sharedMessages } from './messages';
import type { Rejectable } from './rejection';
import { type RowState, stateOf } from './row-state';
import { stateActions } from './state-actions';
import { RowStateButtons, StateMenu } from './state-buttons';
import type { RowPlace } from './virtual-list';

/** What the list gives to each of its rows. */
export type ItemRowState<Item> = {
  item: Item;
  place: RowPlace;
  now: number;
  isSelected: boolean;
  isLeaving: boolean;
  onOpen: (item: Item, isByKey: boolean) => void;
  onReject: (item: Item) => void;
  onRestore: (item: Item) => void;
  /** To another state, or back to open from that very one. */
  onMove: (item: Item, to: RowState) => void;
  isPicked: boolean;
  /** It and those up to it. */
  onPick: (item: Item) => void;
  /** It alone. */
  onTogglePick: (item: Item) => void;
  /** Fingers find everything behind one button, and can swipe. */
  hasMenu: boolean;
};

type ItemRowProps<Item> = ItemRowState<Item> & {
  facts: ItemFacts;
  /** No post of its own: 'Comment in r/freelance'. */
  isComment?: boolean;
  /** '5h ago' unless the list is about another moment. */
  age?: string;
  lead?: ReactNode;
  rejectLabel: string;
  tags: ReactNode;
  summary?: ReactNode;
  isUnread?: boolean;
};

/** One row of a list (spec §2). */
export function ItemRow<Item extends Rejectable>({
  item,
  place,
  now,
  onOpen,
  onReject,
  onRestore,
  onMove,
  onPick,
  onTogglePick,
  hasMenu,
  facts,
  isComment = false,
  age,
  rejectLabel,
  ...row
}: ItemRowProps<Item>) {
  const { title, source, subreddit, author, createdAt, score, comments } = facts;
  const { tabIndex } = place;
  const where = placeLabel(source, subreddit);
  const state = stateOf(item);
  const move = (to: RowState) => onMove(item, to);
  const reject = () => onReject(item);
  return (
    <ListRow
      {...place}
      {...row}
      title={title}
      onOpen={(isByKey) => onOpen(item, isByKey)}
      onPick={() => onPick(item)}
      meta={
        <>
          <RowMeta
            mark={<SourceMark source={source} />}
            place={isComment ? `${commentPrefix(source)} ${where}` : where}
            author={authorLabel(source, author)}
            age={age ?? ageLabel(createdAt, now)}
          />
          {hasNote(item) && <NoteMark />}
        </>
      }
      stats={<RowCounts {...{ source, score, comments }} />}
      {...(!hasMenu &&
        !item.rejected && {
          quickActions: <RowStateButtons {...{ state, title, rejectLabel, tabIndex }} onMove={move} onReject={reject} />,
        })}
      action={
        hasMenu && !item.rejected ? (
          <StateMenu
            {...{ state, title, tabIndex }}
            onMove={move}
            onReject={reject}
            onPick={() => onTogglePick(item)}
            className="-mr-3.5"
          />
        ) : (
          <RowAction {...{ rejectLabel, title, tabIndex }} isRejected={item.rejected} onReject={reject} onRestore={() => onRestore(item)} />
        )
      }
      swipe={hasMenu && !item.rejected ? swipeOf(state, move) : undefined}
      isRejected={item.rejected}
    />
  );
}

function swipeOf(state: RowState, onMove: (to: RowState) => void) {
  const [save, answer] = stateActions(state);
  return { left: save?.short ?? '', right: answer?.short ?? '', onLeft: () => onMove('saved'), onRight: () => onMove('answered') };
}

function hasNote({ note }: Rejectable): boolean {
  return note !== undefined && note !== null && note !== '';
}

function NoteMark() {
  return (
    <span role="img" aria-label={sharedMessages.note.hasNote} className="ml-2 flex-none">
      <StickyNote size={13} aria-hidden="true" />
    </span>
  );
}
