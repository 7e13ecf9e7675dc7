import { useMemo } from 'react';
import type { Tables } from '../../api/tables';
import { useAddressState } from '../../lib/address-state';
import { ageLabel } from '../../lib/age';
import { useKeyTargets } from '../../lib/key-targets';
import type { RejectFlow } from '../../lists/reject-flow';
import { useListScreen } from '../../lists/use-list-screen';
import { useNow } from '../../lib/now';
import { redditAddress } from '../../lib/reddit-address';
import { useSkeleton } from '../../lib/skeleton';
import { DetailSkeleton } from '../../ui/detail-skeleton';
import { NothingSelected } from '../../ui/nothing-selected';
import { RejectDialog } from '../../ui/reject-dialog';
import { TwoPanes, useHasBothPanes, useIsPhone } from '../../ui/two-panes';
import { type Mention, oneMention } from './api';
import { addressDefaults, filtersOf, names } from './filters';
import { MentionDetail } from './mention-detail';
import { MentionsPane } from './mentions-pane';
import { messages } from './messages';
import { useMentions } from './use-mentions';
import { useReading, useReadOnOpening } from './use-reading';
import { useRejectedMentions } from './use-rejected-mentions';

type MentionsScreenProps = { userId: string; tables: Tables };

/** The Mentions tab: the mentions on the left, the one that is open on the right (spec §2). */
export function MentionsScreen({ userId, tables }: MentionsScreenProps) {
  const screen = useScreen({ userId, tables });
  const { filters, list, waiting, now, isPhone, change, selection, moves, leaving, toggleRejected } = screen;
  const { selected, index } = selection;
  return (
    <>
      <TwoPanes
        listLabel={messages.list}
        isReading={screen.isReading}
        list={
          <MentionsPane
            {...{ userId, filters, list, waiting, now, isPhone, change, toggleRejected }}
            onMarkAllRead={screen.reading.markAllRead}
            activeId={moves.active}
            selectedId={selection.id}
            onOpen={moves.open}
            onReject={leaving.ask}
            onRestore={leaving.restore}
            onMove={moves.move}
            rowsRef={screen.rows}
            searchRef={screen.searchField}
            loadMoreRef={screen.loadMore}
          />
        }
        details={
          selected === undefined ? (
            <NoDetails isLoading={waiting === 'skeleton' || selection.isLooking} />
          ) : (
            <MentionDetail
              key={selected.id}
              mention={selected}
              {...{ now, isPhone }}
              position={index === -1 ? undefined : messages.position(index, list.total)}
              onBack={moves.back}
              onPrevious={moves.toPrevious}
              onNext={moves.toNext}
              onReject={() => leaving.ask(selected)}
              onRestore={() => leaving.restore(selected)}
              titleRef={screen.titleRef}
            />
          )
        }
      />
      <Question leaving={leaving} now={now} />
    </>
  );
}

function NoDetails({ isLoading }: { isLoading: boolean }) {
  return isLoading ? <DetailSkeleton label={messages.detail.loading} /> : <NothingSelected hasList>{messages.nothingSelected}</NothingSelected>;
}

function Question({ leaving: { asking, confirm, cancel, returnFocusTo }, now }: { leaving: RejectFlow<Mention>; now: number }) {
  const words = messages.rejection;
  return (
    <RejectDialog
      title={words.title}
      description={words.about}
      confirmLabel={words.confirm}
      quickReasons={words.quickReasons}
      blankError={words.blank}
      subject={asking && { title: asking.post_title, meta: `r/${asking.subreddit} · u/${asking.author} · ${ageLabel(asking.reddit_created_at, now)}` }}
      onConfirm={confirm}
      onClose={cancel}
      returnFocusTo={returnFocusTo}
    />
  );
}

/** What the screen knows and can do, put together from its parts. */
function useScreen({ userId, tables }: MentionsScreenProps) {
  const { search, change } = useAddressState(addressDefaults);
  const filters = useMemo(() => filtersOf(search), [search]);
  const list = useMentions(userId, filters);
  const screen = useListScreen<Mention>({
    names: { selected: names.mention, rejected: names.rejected },
    search,
    change,
    list,
    isRejected: filters.isRejected,
    rejection: useRejectedMentions(userId),
    readOne: (id) => oneMention(tables, id),
    addressOf: ({ post_url: address }) => redditAddress(address),
    hasBothPanes: useHasBothPanes(),
  });
  const reading = useReading(userId);
  const { id: openId, selected, isByItself } = screen.selection;
  // The first one opens by itself because something has to be open; nobody has read it for that. What
  // only stays until other rows have come is not opened anew either.
  useReadOnOpening(isByItself || selected?.id !== openId ? undefined : selected, reading.markRead);
  const meant = selected ?? list.items.find(({ id }) => id === screen.moves.active);
  useKeyTargets({ 'mark-read': meant === undefined || meant.is_read || meant.rejected ? undefined : () => reading.markRead(meant.id) });
  return { ...screen, reading, filters, list, waiting: useSkeleton(list.isPending), now: useNow(), isPhone: useIsPhone(), change };
}
