import { authMessages } from '../messages';

/** The complaint about each field; a field without one is not in it. */
export type FieldErrors<Field extends string> = Partial<Record<Field, string>>;

export type SignInFields = { email: string; password: string };
export type NewPassword = { password: string; confirmation: string };
export type SignUpFields = NewPassword & { fullName: string; email: string };

export function checkSignIn({ email, password }: SignInFields): FieldErrors<keyof SignInFields> {
  return found({ email: emailError(email), password: password === '' ? authMessages.passwordMissing : undefined });
}

export function checkSignUp({ fullName, email, password, confirmation }: SignUpFields): FieldErrors<keyof SignUpFields> {
  return found({
    fullName: fullName.trim() === '' ? authMessages.nameMissing : undefined,
    email: emailError(email),
    ...checkNewPassword({ password, confirmation }),
  });
}

export function checkNewPassword({ password, confirmation }: NewPassword): FieldErrors<keyof NewPassword> {
  return found({ password: passwordError(password), confirmation: confirmationError(password, confirmation) });
}

// Whether an address exists only a mail can tell; this catches a half-typed one.
export function emailError(email: string): string | undefined {
  if (email.trim() === '') return authMessages.emailMissing;
  return /^[^\s@]+@[^\s@]+$/.test(email.trim()) ? undefined : authMessages.emailMalformed;
}

function passwordError(password: string): string | undefined {
  if (password === '') return authMessages.passwordMissing;
  // Characters as people count them, and as the server does.
  return Array.from(password).length < 6 ? authMessages.passwordShort : undefined;
}

function confirmationError(password: string, confirmation: string): string | undefined {
  if (confirmation === '') return authMessages.confirmationMissing;
  return confirmation === password ? undefined : authMessages.passwordsDiffer;
}

function found<Field extends string>(complaints: Partial<Record<Field, string | undefined>>): FieldErrors<Field> {
  return Object.fromEntries(Object.entries(complaints).filter(([, complaint]) => complaint !== undefined)) as FieldErrors<Field>;
}
