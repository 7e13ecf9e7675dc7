import { Check, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSession } from '../../features/identity/session';
import { cx } from '../../ui/classes';
import { useFrameLayout } from './layout';
import { LogoLink } from './logo-link';
import { UserMenu } from './user-menu';

/** A step on the way to the dashboard: done, where the person is, open to go to, or not open yet. */
export type PageStep = {
  label: string;
  state: 'done' | 'current' | 'open' | 'locked';
  /** For a step that answers when it is pressed: by being shown, or by saying why it cannot be. */
  onPress?: () => void;
};

/** A page before the dashboard: logo, how far along, who is signed in; below it whatever the step is about. */
export function StepsPage({ steps, children }: { steps: readonly PageStep[]; children: ReactNode }) {
  const isPhone = useFrameLayout() === 'phone';
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr]">
      <header className="grid min-h-(--bar) grid-cols-[1fr_auto_1fr] items-center gap-3 border-b border-border px-4 md:min-h-16 md:px-8">
        <div className="flex">
          <LogoLink look={isPhone ? 'tile' : 'wordmark'} />
        </div>
        {isPhone ? <CurrentStep steps={steps} /> : <AllSteps steps={steps} />}
        <div className="flex min-w-0 items-center justify-end gap-2.5">
          <Address />
          <UserMenu place="header" />
        </div>
      </header>
      {children}
    </div>
  );
}

/** 'Website Analysis 1 of 2', where there is no room for all of them. */
function CurrentStep({ steps }: { steps: readonly PageStep[] }) {
  const index = steps.findIndex(({ state }) => state === 'current');
  const current = steps[index];
  if (current === undefined) return <span />;
  return (
    <p className="text-sm whitespace-nowrap">
      <span className="font-semibold">{current.label}</span>{' '}
      <span className="text-foreground-soft">
        {index + 1} of {steps.length}
      </span>
    </p>
  );
}

function AllSteps({ steps }: { steps: readonly PageStep[] }) {
  if (steps.length === 0) return <span />;
  return (
    <ol aria-label="Steps" className="flex items-center gap-3">
      {steps.map((step, index) => (
        <li key={step.label} className="flex items-center gap-3" {...(step.state === 'current' && { 'aria-current': 'step' as const })}>
          {index > 0 && <span aria-hidden="true" className="h-px w-5 bg-border-strong lg:w-10 forced:bg-[CanvasText]" />}
          <OneStep step={step} number={index + 1} />
        </li>
      ))}
    </ol>
  );
}

function OneStep({ step: { label, state, onPress }, number }: { step: PageStep; number: number }) {
  const look = cx('flex items-center gap-2 text-sm whitespace-nowrap', state === 'current' ? 'font-semibold' : 'text-foreground-soft');
  const content = (
    <>
      <span aria-hidden="true" className={cx('grid size-6 flex-none place-items-center rounded-full text-xs font-semibold', dots[state])}>
        {state === 'done' ? <Check size={13} /> : state === 'locked' ? <Lock size={12} /> : number}
      </span>
      {label}
      {notes[state] !== '' && <span className="sr-only">{notes[state]}</span>}
    </>
  );
  if (onPress === undefined) return <span className={look}>{content}</span>;
  return (
    <button type="button" onClick={onPress} className={cx(look, 'rounded-md hover:text-foreground touch:min-h-(--touch)')}>
      {content}
    </button>
  );
}

function Address() {
  const session = useSession();
  return session.state === 'signed-in' && <span className="truncate text-xs text-foreground-soft max-lg:hidden">{session.user.email}</span>;
}

const dots = {
  done: 'bg-primary-soft text-primary-text forced:border',
  current: 'bg-primary text-primary-foreground forced:border',
  open: 'border border-border-strong text-foreground-soft',
  locked: 'border border-border-strong text-muted-foreground',
} satisfies Record<PageStep['state'], string>;

/** What the dots show, in words. */
const notes = { done: '(done)', current: '', open: '', locked: '(locked)' } satisfies Record<PageStep['state'], string>;
