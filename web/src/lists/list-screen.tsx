import { Fragment, type ReactNode } from 'react';
import { ageLabel } from '../lib/age';
import { DetailSkeleton } from '../ui/detail-skeleton';
import { NothingSelected } from '../ui/nothing-selected';
import { RejectDialog } from '../ui/reject-dialog';
import { TwoPanes } from '../ui/two-panes';
import type { ItemDetailState } from './item-detail';
import type { FactsOf } from './item-facts';
import { type ListMessages, sharedMessages } from './messages';
import type { Rejectable } from './rejection';
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
            <Fragment key={selected.id}>
              {children(selected, {
                now,
                isPhone,
                titleRef,
                position: index === -1 ? undefined : sharedMessages.position(index, list.total),
                onBack: navigation.back,
                onPrevious: navigation.toPrevious,
                onNext: navigation.toNext,
                onReject: () => rejectFlow.ask(selected),
                onRestore: () => rejectFlow.restore(selected),
              })}
            </Fragment>
          )
        }
      />
      <RejectQuestion {...{ screen, messages, factsOf }} />
    </>
  );
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
