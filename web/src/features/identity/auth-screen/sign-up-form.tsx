import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Alert } from '../../../ui/alert';
import { TextField } from '../../../ui/field';
import { PasswordField } from '../../../ui/password-field';
import { tellSuccess } from '../../../ui/toast';
import { signUp } from '../auth-actions';
import { authMessages } from '../messages';
import { checkSignUp, type Complaints, type SignUpFields } from './checks';
import { fieldStack, formStack, SubmitButton } from './frame';
import type { FormProps } from './sign-in-form';
import { focusFirstComplaint } from './submitting';

export function SignUpForm({ email, onEmailChange, isPasswordShown, onPasswordShownChange, onShow }: FormProps) {
  const [fullName, setFullName] = useState('');
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [complaints, setComplaints] = useState<Complaints<keyof SignUpFields>>({});
  const joining = useMutation({
    mutationFn: signUp,
    onSuccess: (_nothing, sent) => {
      // The other fields go with this form, which gives way to the next view.
      onEmailChange('');
      onShow({ name: 'link-sent', kind: 'signup', email: sent.email });
      tellSuccess(authMessages.signedUp);
    },
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = checkSignUp({ fullName, email, password, confirmation });
    setComplaints(found);
    if (focusFirstComplaint(event.currentTarget, found)) return;
    joining.mutate({ fullName: fullName.trim(), email: email.trim(), password });
  };

  return (
    <form noValidate onSubmit={submit} className={formStack}>
      {joining.error !== null && <Alert kind="error">{joining.error.message}</Alert>}
      <div className={fieldStack}>
        <TextField
          name="fullName"
          label="Full name"
          autoComplete="name"
          required
          isLarge
          value={fullName}
          onChange={(event) => setFullName(event.target.value)}
          error={complaints.fullName}
        />
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
          placeholder="At least 6 characters"
          autoComplete="new-password"
          required
          isLarge
          isShown={isPasswordShown}
          onShownChange={onPasswordShownChange}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={complaints.password}
        />
        <PasswordField
          name="confirmation"
          label="Confirm password"
          placeholder="Repeat it"
          autoComplete="new-password"
          required
          isLarge
          value={confirmation}
          onChange={(event) => setConfirmation(event.target.value)}
          error={complaints.confirmation}
        />
      </div>
      <SubmitButton isBusy={joining.isPending}>Sign Up</SubmitButton>
      <p className="-mt-1 text-center text-xs text-muted-foreground">We will send a link to confirm your email address.</p>
    </form>
  );
}
