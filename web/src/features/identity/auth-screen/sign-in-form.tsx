import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Alert } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/field';
import { PasswordField } from '../../../ui/password-field';
import { AuthRefusal, sendLink, signIn } from '../auth-actions';
import { checkSignIn, type FieldErrors, type SignInFields } from './form-validation';
import { fieldStack, formStack, QuietButton, SubmitButton } from './auth-frame';
import { focusFirstError } from './focus-first-error';
import { Notice } from './auth-notice';
import type { AuthNotice, AuthView } from './auth-view';

export type AuthFormProps = {
  /** Shared, so that changing the tab does not lose it. */
  email: string;
  onEmailChange: (email: string) => void;
  isPasswordShown: boolean;
  onPasswordShownChange: (isShown: boolean) => void;
  onShow: (view: AuthView) => void;
  /** The way in with Google, where there is one. */
  google: ReactNode;
};

export function SignInForm({ notice, ...shared }: AuthFormProps & { notice: AuthNotice | undefined }) {
  const { email, onEmailChange, isPasswordShown, onPasswordShownChange, onShow, google } = shared;
  const [password, setPassword] = useState('');
  const [complaints, setComplaints] = useState<FieldErrors<keyof SignInFields>>({});
  const entering = useMutation({ mutationFn: signIn });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = checkSignIn({ email, password });
    setComplaints(found);
    if (focusFirstError(event.currentTarget, found)) return;
    entering.mutate({ email: email.trim(), password });
  };

  return (
    <form noValidate onSubmit={submit} className={formStack}>
      {entering.error === null ? (
        <Notice notice={notice} onShow={onShow} />
      ) : (
        <Refused error={entering.error} email={email.trim()} onShow={onShow} />
      )}
      {google}
      <div className={fieldStack}>
        <TextField
          name="email"
          label="Email"
          type="email"
          autoComplete="email"
          required
          isLarge
          value={email}
          onChange={(event) => onEmailChange(event.target.value)}
          error={complaints.email}
        />
        <PasswordField
          name="password"
          label="Password"
          autoComplete="current-password"
          required
          isLarge
          isShown={isPasswordShown}
          onShownChange={onPasswordShownChange}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={complaints.password}
        />
      </div>
      <SubmitButton isBusy={entering.isPending}>Sign In</SubmitButton>
      <p className="text-center">
        <QuietButton onClick={() => onShow({ name: 'ask-link', kind: 'recovery' })}>Forgot your password?</QuietButton>
      </p>
    </form>
  );
}

function Refused({ error, email, onShow }: { error: Error; email: string; onShow: (view: AuthView) => void }) {
  const resending = useMutation({ mutationFn: sendLink, onSuccess: () => onShow({ name: 'link-sent', kind: 'signup', email }) });
  const isUnconfirmed = error instanceof AuthRefusal && error.isUnconfirmed;
  const resend = (
    <Button size="sm" isBusy={resending.isPending} onClick={() => resending.mutate({ kind: 'signup', email })}>
      Resend
    </Button>
  );
  return (
    <Alert kind="error" action={isUnconfirmed && resend}>
      {resending.error?.message ?? error.message}
    </Alert>
  );
}
