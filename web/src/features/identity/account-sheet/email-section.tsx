import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Alert } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/field';
import { showSuccess } from '../../../ui/toast';
import { emailError } from '../auth-screen/form-validation';
import { focusFirstError } from '../auth-screen/focus-first-error';
import type { SignedInUser } from '../session';
import { useAccountAction } from './account-action';
import { changeEmail, pendingEmail } from './account-requests';
import { accountMessages } from './messages';
import { AccountSection, AccountForm } from './account-section';

const words = accountMessages.email;

export function EmailSection({ user }: { user: SignedInUser }) {
  const [email, setEmail] = useState('');
  const [complaint, setComplaint] = useState<string>();
  const queries = useQueryClient();
  const pending = useQuery(pendingEmail(user.id));
  const changing = useAccountAction(async (wanted: string) => {
    queries.setQueryData(pendingEmail(user.id).queryKey, await changeEmail(wanted));
    setEmail('');
    showSuccess(words.sent, { description: words.pending(wanted) });
  });
  const change = (form: HTMLFormElement) => {
    const found = emailError(email);
    setComplaint(found);
    if (!focusFirstError(form, found === undefined ? {} : { email: found })) changing.mutate(email.trim());
  };
  return (
    <AccountSection title={words.title} about={words.now(user.email)} failure={changing.error}>
      {typeof pending.data === 'string' && <Alert kind="info">{words.pending(pending.data)}</Alert>}
      <AccountForm look="line" onSubmit={change}>
        <TextField
          name="email"
          label={words.field}
          type="email"
          autoComplete="email"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={complaint}
        />
        <Button type="submit" isBusy={changing.isPending}>
          {words.save}
        </Button>
      </AccountForm>
    </AccountSection>
  );
}
