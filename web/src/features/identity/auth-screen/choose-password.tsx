import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Alert } from '../../../ui/alert';
import { choosePassword } from '../auth-actions';
import type { PendingPassword } from '../pending-password';
import { signOut } from '../session';
import { checkNewPassword, type FieldErrors, type NewPassword } from './form-validation';
import { AuthFrame, fieldStack, formStack, QuietButton, SubmitButton, ViewTitle } from './auth-frame';
import { NewPasswordFields } from './new-password-fields';
import { focusFirstError } from './focus-first-error';

/** Stands before everything else until it is done; then the guard lets the user on. */
export function ChoosePassword({ due, email }: { due: PendingPassword; email: string }) {
  const [chosen, setChosen] = useState<NewPassword>({ password: '', confirmation: '' });
  const [complaints, setComplaints] = useState<FieldErrors<keyof NewPassword>>({});
  const choosing = useMutation({ mutationFn: choosePassword });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = checkNewPassword(chosen);
    setComplaints(found);
    if (!focusFirstError(event.currentTarget, found)) choosing.mutate(chosen.password);
  };

  return (
    <AuthFrame>
      <form noValidate onSubmit={submit} className={formStack}>
        <ViewTitle about={words[due].about(email)}>{words[due].title}</ViewTitle>
        {choosing.error !== null && <Alert kind="error">{choosing.error.message}</Alert>}
        {/* Tells a password manager whose password this is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <div className={fieldStack}>
          <NewPasswordFields label="New password" chosen={chosen} onChange={setChosen} complaints={complaints} />
        </div>
        <SubmitButton isBusy={choosing.isPending}>Save password</SubmitButton>
        <p className="text-center">
          <QuietButton onClick={() => void signOut('local')}>Sign Out</QuietButton>
        </p>
      </form>
    </AuthFrame>
  );
}

const words = {
  forgotten: { title: 'Choose a new password', about: (email: string) => `For ${email}. Other devices are signed out.` },
  unset: {
    title: 'Choose a password',
    about: (email: string) =>
      `${email} is confirmed. It was used to sign up more than once, so please choose the password you want to use.`,
  },
} satisfies Record<PendingPassword, { title: string; about: (email: string) => string }>;
