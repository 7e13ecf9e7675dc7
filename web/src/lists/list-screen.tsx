import { type ReactNode, useState } from 'react';
import { ageLabel } from '../lib/age';
import { authorLabel, placeLabel } from '../lib/source';
import { DetailSkeleton } from '../ui/detail-skeleton';
import { NothingSelected } from '../ui/nothing-selected';
import { PartBoundary } from '../ui/part-boundary';
import { RejectDialog } from '../ui/reject-dialog';
import { TwoPanes } from '../ui/two-panes';
import type { ItemDetailState } from './item-detail';
import type { FactsOf, ItemFacts } from './item-facts';
import { type ListMessages, sharedMessages } from './messages';
import type { Rejectable } from './rejection';
import { UnshowableDetail } from './unshowable';
import type { ListScreenState } from './use-list-screen';

type ListScreenProps<Item extends Rejectable> = {
  screen: ListScreenState<Item>;
  messages: ListMessages;
  factsOf: FactsOf<Item>;
  pane: ReactNode;
  /** In place of the details, where the address asks for it. */
  overview?: ReactNode;
  /** The details of the row that is open. */
  children: (item: Item, state: ItemDetailState) => ReactNode;
};

/** A list on the left, the row that is open on the right (spec §2). */
export function ListScreen<Item extends Rejectable>({ screen, messages, factsOf, pane, overview, children }: ListScreenProps<Item>) {
  const { list, now, isPhone, titleRef, selection, navigation, actions } = screen;
  const { selected, index } = selection;
  // Rows and details appear together; where the details have the screen, nobody sees the rows.
  const isListLoading = screen.waiting === 'skeleton' && !screen.isReading;
  return (
    <>
      <TwoPanes
        listLabel={messages.list}
        isReading={screen.isReading}
        list={pane}
        details={
          screen.isOverview && overview !== undefined && !isListLoading ? (
            overview
          ) : selected === undefined || isListLoading ? (
            <NoDetails messages={messages} isLoading={isListLoading || selection.isLooking} />
          ) : (
            <Details
              key={selected.id}
              {...{ screen, messages, children }}
              item={selected}
              state={{
                now,
                isPhone,
                titleRef,
                position: index === -1 ? undefined : sharedMessages.position(index, list.total),
                onBack: navigation.back,
                onPrevious: navigation.toPrevious,
                onNext: navigation.toNext,
                row: selected,
                onReject: () => actions.ask([selected]),
                onRestore: () => actions.restore(selected),
                onMove: (to) => actions.move([selected], to),
                onSaveNote: (note) => screen.saveNote(selected, note),
              }}
            />
          )
        }
      />
      <RejectQuestion {...{ screen, messages, factsOf }} />
    </>
  );
}

type DetailsProps<Item extends Rejectable> = Pick<ListScreenProps<Item>, 'screen' | 'messages' | 'children'> & {
  item: Item;
  state: ItemDetailState;
};

/** What is open, or that it cannot be shown. */
function Details<Item extends Rejectable>({ screen, messages, children, item, state }: DetailsProps<Item>) {
  const instead = <UnshowableDetail {...{ state, messages }} />;
  return (
    <PartBoundary subject={item} instead={instead}>
      {screen.isShowable(item) ? <Shown>{() => children(item, state)}</Shown> : instead}
    </PartBoundary>
  );
}

/** Calls what may fail below the boundary, not beside it. */
function Shown({ children }: { children: () => ReactNode }) {
  return children();
}

function NoDetails({ messages, isLoading }: { messages: ListMessages; isLoading: boolean }) {
  return isLoading ? (
    <DetailSkeleton label={messages.detail.loading} />
  ) : (
    <NothingSelected hasList>{messages.nothingSelected}</NothingSelected>
  );
}

function RejectQuestion<Item extends Rejectable>({
  screen,
  messages: { rejection },
  factsOf,
}: Pick<ListScreenProps<Item>, 'screen' | 'messages' | 'factsOf'>) {
  const { asking, confirm, cancel, returnFocusTo } = screen.actions;
  const [last, setLast] = useState(asking);
  // The question keeps its words while it fades away.
  if (asking.length > 0 && asking !== last) setLast(asking);
  const [first] = asking;
  const words = last.length > 1 ? wordsForMany(last.length, rejection) : { ...rejection, about: sharedMessages.rejection.about };
  return (
    <RejectDialog
      title={words.title}
      description={words.about}
      confirmLabel={words.confirm}
      quickReasons={rejection.quickReasons}
      {...(rejection.blank !== undefined && { blankError: rejection.blank })}
      subject={first && subjectOf(factsOf(first), asking.length - 1, screen.now)}
      onConfirm={confirm}
      onClose={cancel}
      returnFocusTo={returnFocusTo}
    />
  );
}

const { picked } = sharedMessages;

function wordsForMany(count: number, { titleMany, confirmMany }: ListMessages['rejection']) {
  return { title: titleMany(count), confirm: confirmMany, about: picked.rejectAbout };
}

/** What is about to be rejected: the row, or the first of several. */
function subjectOf(facts: ItemFacts, others: number, now: number): { title: string; meta: string } {
  const { title, source, subreddit, author, createdAt } = facts;
  if (others > 0) return { title, meta: picked.rejectOthers(others) };
  const meta = [placeLabel(source, subreddit), authorLabel(source, author), ageLabel(createdAt, now)];
  return { title, meta: meta.filter((part) => part !== undefined).join(' · ') };
}
