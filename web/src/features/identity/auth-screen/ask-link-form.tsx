import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Alert } from '../../../ui/alert';
import { TextField } from '../../../ui/field';
import { type LinkKind, sendLink } from '../auth-actions';
import { emailError } from './form-validation';
import { formStack, QuietButton, SubmitButton, ViewTitle } from './auth-frame';
import type { AuthFormProps } from './sign-in-form';
import { focusFirstError } from './focus-first-error';

/** Asks where a link shall go: to choose a new password, or to confirm the address after the first link has died. */
export function AskLinkForm({
  kind,
  email,
  onEmailChange,
  onShow,
}: Pick<AuthFormProps, 'email' | 'onEmailChange' | 'onShow'> & { kind: LinkKind }) {
  const [complaint, setComplaint] = useState<string>();
  const sending = useMutation({ mutationFn: sendLink, onSuccess: (_nothing, sent) => onShow({ name: 'link-sent', ...sent }) });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = emailError(email);
    setComplaint(found);
    if (found !== undefined) focusFirstError(event.currentTarget, { email: found });
    else sending.mutate({ kind, email: email.trim() });
  };

  return (
    <form noValidate onSubmit={submit} className={formStack}>
      <ViewTitle about={words[kind].about}>{words[kind].title}</ViewTitle>
      {sending.error !== null && <Alert kind="error">{sending.error.message}</Alert>}
      <TextField
        name="email"
        label="Email"
        type="email"
        autoComplete="email"
        required
        isLarge
        value={email}
        onChange={(event) => onEmailChange(event.target.value)}
        error={complaint}
      />
      <SubmitButton isBusy={sending.isPending}>Send link</SubmitButton>
      <p className="text-center">
        <QuietButton onClick={() => onShow({ name: 'sign-in' })}>Back to Sign In</QuietButton>
      </p>
    </form>
  );
}

const words = {
  recovery: { title: 'Forgot your password?', about: 'Enter your email address and we will send you a link to choose a new one.' },
  signup: { title: 'Confirm your address', about: 'Tell us the address you signed up with, and we send you a new link.' },
} satisfies Record<LinkKind, { title: string; about: string }>;
