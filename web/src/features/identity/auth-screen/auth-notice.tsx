import { Alert } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import type { LinkKind } from '../auth-actions';
import { authMessages } from '../messages';
import type { AuthNotice, AuthView } from './auth-view';

/** What has become of the link, or of the way to Google, that led here. */
export function Notice({ notice, onShow }: { notice: AuthNotice | undefined; onShow: (view: AuthView) => void }) {
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

/** For a toast, where somebody is signed in already. */
export function noticeText(notice: AuthNotice): string {
  return notices[notice].text;
}

type NoticeWords = { kind: 'success' | 'notice' | 'error'; text: string; offers?: LinkKind };

const notices: Record<AuthNotice, NoticeWords> = {
  'confirmed-elsewhere': { kind: 'success', text: authMessages.confirmedElsewhere },
  'reset-elsewhere': { kind: 'notice', text: authMessages.resetElsewhere, offers: 'recovery' },
  'confirmation-dead': { kind: 'error', text: authMessages.linkDead, offers: 'signup' },
  'reset-dead': { kind: 'error', text: authMessages.linkDead, offers: 'recovery' },
  'google-cancelled': { kind: 'notice', text: authMessages.googleCancelled },
  'google-unverified': { kind: 'error', text: authMessages.googleUnverified },
  'google-taken': { kind: 'error', text: authMessages.googleTaken },
  'google-expired': { kind: 'error', text: authMessages.googleExpired },
  'google-limited': { kind: 'error', text: authMessages.googleLimited },
  'google-failed': { kind: 'error', text: authMessages.googleFailed },
};
