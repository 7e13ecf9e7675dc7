import { useId } from 'react';
import type { AnalyticsSettings } from '../../lib/settings';
import { Switch } from '../../ui/switch';
import { decideConsent, isTrackingUnwanted, useConsent } from './consent';
import { analyticsMessages as messages } from './messages';

/** Where the answer can be changed later. Without a key there is nothing to change. */
export function TrackingSwitch({ settings: { analytics } }: { settings: { analytics: AnalyticsSettings | null } }) {
  const consent = useConsent();
  const aboutId = useId();
  if (analytics === null) return null;
  const isUnwanted = isTrackingUnwanted();
  return (
    <div className="flex items-center gap-4">
      <div className="min-w-0 flex-1">
        <p className="text-sm font-label">{messages.switchLabel}</p>
        <p id={aboutId} className="text-xs text-muted-foreground">
          {isUnwanted ? messages.switchUnavailable : messages.switchAbout}
        </p>
      </div>
      <Switch
        label={messages.switchLabel}
        describedBy={aboutId}
        isOn={consent === 'allowed' && !isUnwanted}
        isDisabled={isUnwanted}
        onChange={(isOn) => decideConsent(isOn ? 'allowed' : 'refused')}
      />
    </div>
  );
}
