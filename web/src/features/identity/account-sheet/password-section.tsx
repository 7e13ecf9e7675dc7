import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure } from '../../../api/errors';
import { Button } from '../../../ui/button';
import { PasswordField } from '../../../ui/password-field';
import { showSuccess } from '../../../ui/toast';
import { checkNewPassword, type FieldErrors } from '../auth-screen/form-validation';
import { focusFirstError } from '../auth-screen/focus-first-error';
import type { SignedInUser } from '../session';
import { useAccountAction } from './account-action';
import { changePassword, signedInDevices } from './account-requests';
import { accountMessages } from './messages';
import { AccountSection, AccountForm } from './account-section';

const words = accountMessages.password;

export function PasswordSection({ user }: { user: SignedInUser }) {
  const queries = useQueryClient();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [complaints, setComplaints] = useState<FieldErrors<'password' | 'confirmation'>>({});
  const changing = useAccountAction(changePassword, () => {
    setCurrent('');
    setPassword('');
    setConfirmation('');
    void queries.invalidateQueries({ queryKey: signedInDevices(user.id).queryKey });
    showSuccess(words.saved, { description: words.othersEnded });
  });
  const change = (form: HTMLFormElement) => {
    const found = checkNewPassword({ password, confirmation });
    setComplaints(found);
    if (!focusFirstError(form, found)) changing.mutate({ current, password });
    else changing.reset();
  };
  const refusal = refusedField(changing.error);
  return (
    <AccountSection title={words.title} about={words.about} failure={refusal === undefined ? changing.error : null}>
      <AccountForm look="stack" onSubmit={change}>
        {/* Password managers look here for whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          name="current"
          label={words.current}
          help={words.currentHint}
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
          error={refusal?.current}
        />
        <PasswordField
          name="password"
          label={words.field}
          autoComplete="new-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={complaints.password ?? refusal?.password}
        />
        <PasswordField
          name="confirmation"
          label={words.confirm}
          autoComplete="new-password"
          required
          value={confirmation}
          onChange={(event) => setConfirmation(event.target.value)}
          error={complaints.confirmation}
        />
        <Button type="submit" isBusy={changing.isPending}>
          {words.save}
        </Button>
      </AccountForm>
    </AccountSection>
  );
}

/** Which field the server refuses, and why. */
function refusedField(error: Error | null): { current?: string; password?: string } | undefined {
  if (!(error instanceof ApiFailure)) return undefined;
  switch (error.code) {
    case 'reauthentication_needed':
      return { current: words.currentNeeded };
    case 'current_password_mismatch':
      return { current: error.message };
    case 'weak_password':
    case 'same_password':
    case 'validation_failed':
      return { password: error.message };
    default:
      return undefined;
  }
}
