import { useState } from 'react';
import { ApiFailure } from '../../../api/errors';
import { Button } from '../../../ui/button';
import { PasswordField } from '../../../ui/password-field';
import { showSuccess } from '../../../ui/toast';
import { checkNewPassword, type FieldErrors } from '../auth-screen/form-validation';
import { focusFirstError } from '../auth-screen/focus-first-error';
import type { SignedInUser } from '../session';
import { useAccountAction } from './account-action';
import { changePassword } from './account-requests';
import { accountMessages } from './messages';
import { AccountSection, AccountForm } from './account-section';

const words = accountMessages.password;

export function PasswordSection({ user }: { user: SignedInUser }) {
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [complaints, setComplaints] = useState<FieldErrors<'password' | 'confirmation'>>({});
  const changing = useAccountAction(changePassword, () => {
    setPassword('');
    setConfirmation('');
    showSuccess(words.saved, { description: words.othersEnded });
  });
  const change = (form: HTMLFormElement) => {
    const found = checkNewPassword({ password, confirmation });
    setComplaints(found);
    if (!focusFirstError(form, found)) changing.mutate(password);
    else changing.reset();
  };
  const refusal =
    changing.error instanceof ApiFailure && aboutThePassword.has(changing.error.code ?? '') ? changing.error.message : undefined;
  return (
    <AccountSection title={words.title} about={words.about} failure={refusal === undefined ? changing.error : null}>
      <AccountForm look="stack" onSubmit={change}>
        {/* Password managers look here for whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          name="password"
          label={words.field}
          autoComplete="new-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={complaints.password ?? refusal}
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

const aboutThePassword: ReadonlySet<string> = new Set(['weak_password', 'same_password', 'validation_failed']);
