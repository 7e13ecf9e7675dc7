import { DetailsBar } from '../ui/details-bar';
import { ListRow } from '../ui/list-row';
import { PaneBody } from '../ui/pane';
import type { ItemDetailState } from './item-detail';
import type { ItemRowState } from './item-row';
import { type ListMessages, sharedMessages } from './messages';

const words = sharedMessages.unshowable;

/** In the place of a row that cannot be shown, so that the others can. */
export function UnshowableRow<Item>({ state, messages }: { state: ItemRowState<Item>; messages: ListMessages }) {
  const { item, place, isSelected, isLeaving, onOpen } = state;
  return (
    <ListRow
      {...place}
      {...{ isSelected, isLeaving }}
      title={words.title(messages.detail.thing)}
      meta={words.about}
      onOpen={(isByKey) => onOpen(item, isByKey)}
    />
  );
}

/** In the place of its details. */
export function UnshowableDetail({ state, messages }: { state: ItemDetailState; messages: ListMessages }) {
  const { onBack, position, onPrevious, onNext, titleRef } = state;
  return (
    <>
      <DetailsBar backLabel={messages.detail.back} thing={messages.detail.thing} {...{ onBack, position, onPrevious, onNext }}>
        {null}
      </DetailsBar>
      <PaneBody isReached>
        <div className="max-w-180 px-8 pt-6 max-md:px-5 max-md:pt-5">
          <h2 ref={titleRef} tabIndex={-1} className="outline-none">
            {words.title(messages.detail.thing)}
          </h2>
          <p className="mt-2 text-foreground-soft">{words.about}</p>
        </div>
      </PaneBody>
    </>
  );
}
