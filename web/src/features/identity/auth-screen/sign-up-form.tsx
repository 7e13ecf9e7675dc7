import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Alert } from '../../../ui/alert';
import { TextField } from '../../../ui/field';
import { showSuccess } from '../../../ui/toast';
import { signUp } from '../auth-actions';
import { authMessages } from '../messages';
import { checkSignUp, type FieldErrors, type NewPassword, type SignUpFields } from './form-validation';
import { fieldStack, formStack, SubmitButton } from './auth-frame';
import { NewPasswordFields } from './new-password-fields';
import { Notice } from './auth-notice';
import type { AuthNotice } from './auth-view';
import type { AuthFormProps } from './sign-in-form';
import { focusFirstError } from './focus-first-error';

export function SignUpForm({ notice, ...shared }: AuthFormProps & { notice: AuthNotice | undefined }) {
  const { email, onEmailChange, isPasswordShown, onPasswordShownChange, onShow, google } = shared;
  const [fullName, setFullName] = useState('');
  const [chosen, setChosen] = useState<NewPassword>({ password: '', confirmation: '' });
  const [complaints, setComplaints] = useState<FieldErrors<keyof SignUpFields>>({});
  const joining = useMutation({
    mutationFn: signUp,
    onSuccess: (_nothing, sent) => {
      // The other fields go away with this form when the next view replaces it.
      onEmailChange('');
      onShow({ name: 'link-sent', kind: 'signup', email: sent.email });
      showSuccess(authMessages.signedUp);
    },
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = checkSignUp({ fullName, email, ...chosen });
    setComplaints(found);
    if (focusFirstError(event.currentTarget, found)) return;
    joining.mutate({ fullName: fullName.trim(), email: email.trim(), password: chosen.password });
  };

  return (
    <form noValidate onSubmit={submit} className={formStack}>
      {joining.error === null ? <Notice notice={notice} onShow={onShow} /> : <Alert kind="error">{joining.error.message}</Alert>}
      {google}
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
        <NewPasswordFields
          label="Password"
          chosen={chosen}
          onChange={setChosen}
          complaints={complaints}
          shown={{ isShown: isPasswordShown, onShownChange: onPasswordShownChange }}
        />
      </div>
      <SubmitButton isBusy={joining.isPending}>Sign Up</SubmitButton>
      <p className="-mt-1 text-center text-xs text-muted-foreground">We will send a link to confirm your email address.</p>
    </form>
  );
}
