import { useMutation } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Alert } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { type LinkKind, sendLink } from '../auth-actions';
import { formStack, QuietButton, ViewTitle } from './auth-frame';

type LinkSentProps = {
  kind: LinkKind;
  email: string;
  /** Where mail stays on this machine: the page that shows it. */
  mailboxUrl: string | undefined;
  onUseAnother: () => void;
};

/** What a toast would take away after a moment: where the mail went, and what to do if it does not come. */
export function LinkSent({ kind, email, mailboxUrl, onUseAnother }: LinkSentProps) {
  const [secondsLeft, startAgain] = useCountdown(60);
  const resending = useMutation({ mutationFn: sendLink, onSuccess: startAgain });
  return (
    <div className={formStack}>
      <span className="grid size-11 place-items-center rounded-full bg-primary-soft text-primary-text">
        <MailCheck size={20} aria-hidden="true" />
      </span>
      <ViewTitle about={words[kind](email)}>Check your email</ViewTitle>
      {resending.error !== null && <Alert kind="error">{resending.error.message}</Alert>}
      {resending.isSuccess && <Alert kind="success">A new link is on its way.</Alert>}
      {mailboxUrl !== undefined && (
        <p className="text-sm text-foreground-soft">
          Mail stays on this machine: <a href={mailboxUrl}>open the mailbox</a>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          size="lg"
          className="tabular-nums"
          disabled={secondsLeft > 0}
          isBusy={resending.isPending}
          onClick={() => resending.mutate({ kind, email })}
        >
          {secondsLeft > 0 ? `Resend in ${secondsLeft} s` : 'Resend'}
        </Button>
        <QuietButton onClick={onUseAnother}>Use another address</QuietButton>
      </div>
    </div>
  );
}

/** The server sends one mail a minute to an address. Counts by the clock, because a hidden tab is woken rarely. */
function useCountdown(lengthS: number): [number, () => void] {
  const [endsAt, setEndsAt] = useState(() => Date.now() + lengthS * 1000);
  const [now, setNow] = useState(() => Date.now());
  const isOver = now >= endsAt;
  useEffect(() => {
    if (isOver) return undefined;
    const ticking = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(ticking);
  }, [isOver]);
  const startAgain = () => {
    setNow(Date.now());
    setEndsAt(Date.now() + lengthS * 1000);
  };
  return [Math.max(0, Math.ceil((endsAt - now) / 1000)), startAgain];
}

const words = {
  signup: (email) => `We have sent a link to ${email}. Open it in this browser to confirm your account.`,
  recovery: (email) =>
    `If there is an account for ${email}, we have sent a link to it. Open it in this browser within an hour to choose a new password.`,
} satisfies Record<LinkKind, (email: string) => string>;
