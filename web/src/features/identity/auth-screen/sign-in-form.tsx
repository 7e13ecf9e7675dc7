import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Alert } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/field';
import { PasswordField } from '../../../ui/password-field';
import { AuthRefusal, type LinkKind, sendLink, signIn } from '../auth-actions';
import { authMessages } from '../messages';
import { checkSignIn, type FieldErrors, type SignInFields } from './form-validation';
import { fieldStack, formStack, QuietButton, SubmitButton } from './auth-frame';
import { focusFirstError } from './focus-first-error';
import type { AuthNotice, AuthView } from './auth-view';

export type AuthFormProps = {
  /** Shared, so that changing the tab does not lose it. */
  email: string;
  onEmailChange: (email: string) => void;
  isPasswordShown: boolean;
  onPasswordShownChange: (isShown: boolean) => void;
  onShow: (view: AuthView) => void;
};

export function SignInForm({ notice, ...shared }: AuthFormProps & { notice: AuthNotice | undefined }) {
  const { email, onEmailChange, isPasswordShown, onPasswordShownChange, onShow } = shared;
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

function Notice({ notice, onShow }: { notice: AuthNotice | undefined; onShow: (view: AuthView) => void }) {
  if (notice === undefined) return null;
  const { kind, text, offers } = notices[notice];
  const action = offers !== undefined && (
    <Button size="sm" onClick={() => onShow({ name: 'ask-link', kind: offers })}>
      Send a new link
    </Button>
  );
  return (
    <Alert kind={kind} action={action}>
      {text}
    </Alert>
  );
}

type NoticeWords = { kind: 'success' | 'notice' | 'error'; text: string; offers?: LinkKind };

const notices: Record<AuthNotice, NoticeWords> = {
  'confirmed-elsewhere': { kind: 'success', text: authMessages.confirmedElsewhere },
  'reset-elsewhere': { kind: 'notice', text: authMessages.resetElsewhere, offers: 'recovery' },
  'confirmation-dead': { kind: 'error', text: authMessages.linkDead, offers: 'signup' },
  'reset-dead': { kind: 'error', text: authMessages.linkDead, offers: 'recovery' },
};
