import type { ReactNode } from 'react';
import { ageLabel } from '../lib/age';
import { DetailSkeleton } from '../ui/detail-skeleton';
import { NothingSelected } from '../ui/nothing-selected';
import { PartBoundary } from '../ui/part-boundary';
import { RejectDialog } from '../ui/reject-dialog';
import { TwoPanes } from '../ui/two-panes';
import type { ItemDetailState } from './item-detail';
import type { FactsOf } from './item-facts';
import { type ListMessages, sharedMessages } from './messages';
import type { Rejectable } from './rejection';
import { UnshowableDetail } from './unshowable';
import type { ListScreenState } from './use-list-screen';

type ListScreenProps<Item extends Rejectable> = {
  screen: ListScreenState<Item>;
  messages: ListMessages;
  factsOf: FactsOf<Item>;
  pane: ReactNode;
  /** The details of the row that is open. */
  children: (item: Item, state: ItemDetailState) => ReactNode;
};

/** A list on the left, the row that is open on the right (spec §2). */
export function ListScreen<Item extends Rejectable>({ screen, messages, factsOf, pane, children }: ListScreenProps<Item>) {
  const { list, now, isPhone, titleRef, selection, navigation, rejectFlow } = screen;
  const { selected, index } = selection;
  return (
    <>
      <TwoPanes
        listLabel={messages.list}
        isReading={screen.isReading}
        list={pane}
        details={
          selected === undefined ? (
            <NoDetails messages={messages} isLoading={screen.waiting === 'skeleton' || selection.isLooking} />
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
                onReject: () => rejectFlow.ask(selected),
                onRestore: () => rejectFlow.restore(selected),
                onAnswer: () => rejectFlow.answer(selected),
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
  const { asking, confirm, cancel, returnFocusTo } = screen.rejectFlow;
  const facts = asking && factsOf(asking);
  return (
    <RejectDialog
      title={rejection.title}
      description={sharedMessages.rejection.about}
      confirmLabel={rejection.confirm}
      quickReasons={rejection.quickReasons}
      {...(rejection.blank !== undefined && { blankError: rejection.blank })}
      subject={facts && { title: facts.title, meta: `r/${facts.subreddit} · u/${facts.author} · ${ageLabel(facts.createdAt, screen.now)}` }}
      onConfirm={confirm}
      onClose={cancel}
      returnFocusTo={returnFocusTo}
    />
  );
}
