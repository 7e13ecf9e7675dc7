import type { LinkKind } from '../auth-actions';
import { type GoogleFailure, googleFailures } from '../google-failure';

/** What the authentication screen shows. The app finds it in the address and writes it there. */
export type AuthView =
  | { name: 'sign-in'; notice?: AuthNotice | undefined }
  | { name: 'sign-up'; notice?: GoogleFailure | undefined }
  /** Asks for the address to which a link goes: to choose a new password, or to confirm again. */
  | { name: 'ask-link'; kind: LinkKind }
  | { name: 'link-sent'; kind: LinkKind; email: string };

/** What has become of a link, or of the way to Google, that brought no session. */
export type AuthNotice = (typeof authNotices)[number];

export const authNotices = ['confirmed-elsewhere', 'reset-elsewhere', 'confirmation-dead', 'reset-dead', ...googleFailures] as const;
