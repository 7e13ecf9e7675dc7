import type { ReactNode } from 'react';
import { ageLabel } from '../lib/age';
import { ListRow, RowMeta } from '../ui/list-row';
import { RowAction } from '../ui/row-action';
import { RowCounts } from '../ui/row-counts';
import type { ItemFacts } from './item-facts';
import type { Rejectable } from './rejection';
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
};

type ItemRowProps<Item> = ItemRowState<Item> & {
  facts: ItemFacts;
  /** Where it stands; 'r/freelance' unless it says otherwise. */
  where?: string;
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
  facts,
  where,
  rejectLabel,
  ...row
}: ItemRowProps<Item>) {
  const { title, subreddit, author, createdAt, score, comments } = facts;
  return (
    <ListRow
      {...place}
      {...row}
      title={title}
      onOpen={(isByKey) => onOpen(item, isByKey)}
      meta={<RowMeta place={where ?? `r/${subreddit}`} author={`u/${author}`} age={ageLabel(createdAt, now)} />}
      stats={<RowCounts score={score} comments={comments} />}
      action={
        <RowAction
          rejectLabel={rejectLabel}
          title={title}
          isRejected={item.rejected}
          onReject={() => onReject(item)}
          onRestore={() => onRestore(item)}
          tabIndex={place.tabIndex}
        />
      }
      isRejected={item.rejected}
    />
  );
}
