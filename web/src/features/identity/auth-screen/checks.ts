import { authMessages } from '../messages';

/** The complaint about each field; a field without one is not in it. */
export type Complaints<Field extends string> = Partial<Record<Field, string>>;

export type SignInFields = { email: string; password: string };
export type NewPassword = { password: string; confirmation: string };
export type SignUpFields = NewPassword & { fullName: string; email: string };

export function checkSignIn({ email, password }: SignInFields): Complaints<keyof SignInFields> {
  return found({ email: emailComplaint(email), password: password === '' ? authMessages.passwordMissing : undefined });
}

export function checkSignUp({ fullName, email, password, confirmation }: SignUpFields): Complaints<keyof SignUpFields> {
  return found({
    fullName: fullName.trim() === '' ? authMessages.nameMissing : undefined,
    email: emailComplaint(email),
    ...checkNewPassword({ password, confirmation }),
  });
}

export function checkNewPassword({ password, confirmation }: NewPassword): Complaints<keyof NewPassword> {
  return found({ password: passwordComplaint(password), confirmation: confirmationComplaint(password, confirmation) });
}

// Whether an address exists only a mail can tell; this catches a half-typed one.
export function emailComplaint(email: string): string | undefined {
  if (email.trim() === '') return authMessages.emailMissing;
  return /^[^\s@]+@[^\s@]+$/.test(email.trim()) ? undefined : authMessages.emailMalformed;
}

function passwordComplaint(password: string): string | undefined {
  if (password === '') return authMessages.passwordMissing;
  // Characters as people count them, and as the server does.
  return Array.from(password).length < 6 ? authMessages.passwordShort : undefined;
}

function confirmationComplaint(password: string, confirmation: string): string | undefined {
  if (confirmation === '') return authMessages.confirmationMissing;
  return confirmation === password ? undefined : authMessages.passwordsDiffer;
}

function found<Field extends string>(complaints: Partial<Record<Field, string | undefined>>): Complaints<Field> {
  return Object.fromEntries(Object.entries(complaints).filter(([, complaint]) => complaint !== undefined)) as Complaints<Field>;
}
