import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ageLabel } from '../../../lib/age';
import { useNow } from '../../../lib/now';
import { Button } from '../../../ui/button';
import { showSuccess } from '../../../ui/toast';
import type { SignedInUser } from '../session';
import { useAccountAction } from './account-action';
import { signedInDevices, signOutDevice, signOutOthers } from './account-requests';
import { accountMessages } from './messages';
import { AccountSection } from './account-section';

const words = accountMessages.devices;

/** Where the account is in use, and signing out there. */
export function DevicesSection({ user }: { user: SignedInUser }) {
  const queries = useQueryClient();
  const devices = useQuery(signedInDevices(user.id));
  const readAgain = () => void queries.invalidateQueries({ queryKey: signedInDevices(user.id).queryKey });
  const ending = useAccountAction(async ({ id, name }: { id: string; name: string }) => {
    // Also when it failed: somebody may have signed it out elsewhere.
    await signOutDevice(id).finally(readAgain);
    showSuccess(words.ended(name));
  });
  const endingOthers = useAccountAction(async () => {
    await signOutOthers().finally(readAgain);
    showSuccess(words.othersEnded);
  });
  const hasOthers = devices.data?.some(({ isCurrent }) => !isCurrent) ?? false;
  return (
    <AccountSection title={words.title} about={words.about} failure={devices.error ?? ending.error ?? endingOthers.error}>
      <ul className="grid gap-2">
        {devices.data?.map((session) => (
          <DeviceLine
            key={session.id}
            name={session.device === '' ? words.unknown : session.device}
            lastSeenAt={session.lastSeenAt}
            isCurrent={session.isCurrent}
            isBusy={ending.isPending && ending.variables.id === session.id}
            onEnd={(name) => ending.mutate({ id: session.id, name })}
          />
        ))}
      </ul>
      {hasOthers && (
        <Button isBusy={endingOthers.isPending} onClick={() => endingOthers.mutate()} className="justify-self-start">
          {words.endOthers}
        </Button>
      )}
    </AccountSection>
  );
}

type DeviceLineProps = { name: string; lastSeenAt: string; isCurrent: boolean; isBusy: boolean; onEnd: (name: string) => void };

function DeviceLine({ name, lastSeenAt, isCurrent, isBusy, onEnd }: DeviceLineProps) {
  const now = useNow();
  return (
    <li className="flex items-center justify-between gap-3">
      <span className="grid text-sm">
        <span className="wrap-anywhere">{name}</span>
        <span className="text-foreground-soft">{isCurrent ? words.here : words.seen(ageLabel(lastSeenAt, now))}</span>
      </span>
      {!isCurrent && (
        <Button size="sm" isBusy={isBusy} aria-label={words.endOne(name)} onClick={() => onEnd(name)}>
          {words.end}
        </Button>
      )}
    </li>
  );
}
