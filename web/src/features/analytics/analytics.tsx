import { useEffect } from 'react';
import type { AnalyticsSettings } from '../../lib/settings';
import { Button } from '../../ui/button';
import { decideConsent, isTrackingUnwanted, useConsent } from './consent';
import { startTracking, stopTracking } from './analytics-client';
import { analyticsMessages as messages } from './messages';
import { permission } from './rules';

type AnalyticsProps = {
  settings: { analytics: AnalyticsSettings | null };
  session: { state: 'loading' | 'signed-out' } | { state: 'signed-in'; user: { id: string; email: string; createdAt: string } };
};

/** Asks once whether use may be measured, and measures after a yes. Without a key it is not there at all. */
export function Analytics({ settings: { analytics }, session }: AnalyticsProps) {
  const permitted = permission(analytics, useConsent(), isTrackingUnwanted());
  const { id, email, createdAt } = session.state === 'signed-in' ? session.user : nobody;
  const isKnownWho = session.state !== 'loading';

  // The library is a thing outside of React that follows the consent and the session.
  useEffect(() => {
    if (permitted !== 'measure' || analytics === null) void stopTracking();
    // Until then the address may still hold the code of a mail's link.
    else if (isKnownWho) void startTracking(analytics, id === '' ? undefined : { id, email, createdAt });
  }, [permitted, analytics, isKnownWho, id, email, createdAt]);

  return permitted === 'ask' ? <ConsentBar /> : null;
}

const nobody = { id: '', email: '', createdAt: '' };

/** Quiet and never in the way: it takes no focus, covers no dialog and waits for as long as people like. */
function ConsentBar() {
  return (
    <section
      aria-label={messages.region}
      className="fixed inset-x-3 bottom-[max(12px,env(safe-area-inset-bottom))] z-(--z-bar) grid gap-3 rounded-card border border-border-strong bg-popover p-4 shadow-lg md:right-5 md:bottom-5 md:left-auto md:w-[356px] print:hidden"
    >
      <div>
        <h2 className="text-list tracking-normal">{messages.question}</h2>
        <p className="mt-1 text-sm text-foreground-soft">{messages.about}</p>
      </div>
      <div className="flex gap-2">
        <Button onClick={() => decideConsent('allowed')}>{messages.allow}</Button>
        <Button onClick={() => decideConsent('refused')}>{messages.refuse}</Button>
      </div>
    </section>
  );
}
