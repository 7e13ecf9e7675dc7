import { LogOut } from 'lucide-react';
import { Button } from '../../../ui/button';
import { useAccountAction } from './account-action';
import { signOutEverywhere } from './account-requests';
import { accountMessages } from './messages';
import { AccountSection } from './account-section';

const words = accountMessages.everywhere;

export function SignOutSection() {
  const leaving = useAccountAction(signOutEverywhere);
  return (
    <AccountSection title={words.title} about={words.about} failure={leaving.error}>
      <Button icon={LogOut} isBusy={leaving.isPending} onClick={() => leaving.mutate()} className="justify-self-start">
        {words.action}
      </Button>
    </AccountSection>
  );
}
