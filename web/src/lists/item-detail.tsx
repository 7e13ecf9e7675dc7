import type { ReactNode, Ref } from 'react';
import { DetailsActions, PhoneBar } from '../ui/details-actions';
import { DetailsBar } from '../ui/details-bar';
import type { ListMessages } from './messages';

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
  titleRef: Ref<HTMLHeadingElement>;
};

type ItemDetailProps = {
  state: ItemDetailState;
  messages: ListMessages['detail'];
  /** The page on Reddit. */
  href: string;
  isRejected: boolean;
  children: ReactNode;
  /** What stands in the bar of a phone, before the link to Reddit. */
  phoneAction?: ReactNode;
};

/** What is read, between the bar above it and, on phones, the bar below it. */
export function ItemDetail({ state, messages, href, isRejected, children, phoneAction }: ItemDetailProps) {
  const { isPhone, position, onBack, onPrevious, onNext, onReject, onRestore } = state;
  return (
    <>
      <DetailsBar backLabel={messages.back} thing={messages.thing} {...{ onBack, position, onPrevious, onNext }}>
        <DetailsActions {...{ href, isRejected, isPhone, onReject, onRestore }} />
      </DetailsBar>
      {children}
      {isPhone && <PhoneBar href={href}>{phoneAction}</PhoneBar>}
    </>
  );
}
