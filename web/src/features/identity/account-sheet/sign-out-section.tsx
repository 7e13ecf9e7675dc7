import { LogOut } from 'lucide-react';
import { Button } from '../../../ui/button';
import { useAccountAction } from './account-action';
import { signOutEverywhere } from './account-calls';
import { messages } from './messages';
import { Section } from './section';

const words = messages.everywhere;

export function SignOutSection() {
  const leaving = useAccountAction(signOutEverywhere);
  return (
    <Section title={words.title} about={words.about} failure={leaving.error}>
      <Button icon={LogOut} isBusy={leaving.isPending} onClick={() => leaving.mutate()} className="justify-self-start">
        {words.action}
      </Button>
    </Section>
  );
}
