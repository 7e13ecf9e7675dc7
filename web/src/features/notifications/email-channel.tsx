import { useMutation } from '@tanstack/react-query';
import { AtSign, CalendarClock, type LucideIcon, Mail, MailX, Radar, Send } from 'lucide-react';
import { useId } from 'react';
import { errorMessage } from '../../api/errors';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { cx } from '../../ui/classes';
import { Switch } from '../../ui/switch';
import { type Preferences, sendTestMail } from './api';
import { messages } from './messages';
import type { PreferenceSaving } from './use-preferences';

const words = messages.email;

type EmailChannelProps = { preferences: Preferences; email: string } & PreferenceSaving;

/** Mail as a channel: to whom, a test, whether, and what it holds (spec §2, Settings). */
export function EmailChannel({ preferences, email, save, saving }: EmailChannelProps) {
  const { email_notifications_enabled: isOn, address_refused: isRefused } = preferences;
  const titleId = useId();
  const testing = useMutation({ mutationFn: sendTestMail });
  const isTurning = saving?.email_notifications_enabled !== undefined;
  return (
    <section aria-labelledby={titleId} className="grid gap-4">
      <div className="grid min-h-16 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 py-2 @min-[22rem]:grid-cols-[auto_minmax(0,1fr)_auto_auto]">
        <span className="grid size-9 flex-none place-items-center rounded-md bg-sunken text-foreground-soft">
          <Mail size={18} aria-hidden="true" />
        </span>
        <div className="min-w-0">
          <h4 id={titleId} className="font-sans text-sm font-semibold tracking-normal">
            {words.title}
          </h4>
          <TestResult address={email} tested={testing.data} failure={testing.error} />
        </div>
        {/* Where there is no room for it in the line, it stands below the address. */}
        <Button
          variant="ghost"
          size="sm"
          icon={Send}
          isBusy={testing.isPending}
          onClick={() => testing.mutate()}
          className="-ml-2 justify-self-start @max-[22rem]:order-last @max-[22rem]:col-start-2"
        >
          {words.test}
        </Button>
        <Switch label={words.title} isOn={isOn} isBusy={isTurning} onChange={(next) => save({ email_notifications_enabled: next })} />
      </div>
      {isRefused && (
        <Alert
          kind="notice"
          action={
            <Button size="sm" isBusy={isTurning} onClick={() => save({ email_notifications_enabled: true })}>
              {messages.tryAgain}
            </Button>
          }
        >
          {words.refused(email)}
        </Alert>
      )}
      <MailContents preferences={preferences} />
    </section>
  );
}

/** The address, and in its place what became of a test. */
function TestResult({ address, tested, failure }: { address: string; tested: string | undefined; failure: unknown }) {
  const hasFailed = failure !== null;
  return (
    <p role="status" className={cx('text-xs wrap-anywhere', hasFailed ? 'text-negative' : 'text-muted-foreground')}>
      {hasFailed ? errorMessage(failure) : tested === undefined ? address : words.tested(tested)}
    </p>
  );
}

function MailContents({ preferences: { frequency, quiet_notes: hasNotes } }: { preferences: Preferences }) {
  const rhythm = (hasNotes ? words.rhythmWithNote[frequency] : undefined) ?? words.rhythm[frequency];
  return (
    <ul aria-label={words.list} className="grid gap-2.25 text-sm">
      <Item icon={Radar}>{words.posts}</Item>
      <Item icon={AtSign}>{words.mentions}</Item>
      <Item icon={CalendarClock}>{rhythm}</Item>
      <Item icon={MailX}>{words.stop}</Item>
    </ul>
  );
}

function Item({ icon: Icon, children }: { icon: LucideIcon; children: string }) {
  return (
    <li className="flex items-start gap-2.5">
      <Icon size={16} aria-hidden="true" className="mt-0.5 flex-none text-muted-foreground" />
      {children}
    </li>
  );
}
