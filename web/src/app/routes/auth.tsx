import { useLocation, useNavigate } from 'react-router';
import { AuthScreen } from '../../features/identity/auth-screen/auth-screen';
import { ChoosePassword } from '../../features/identity/auth-screen/choose-password';
import type { AuthView } from '../../features/identity/auth-screen/auth-view';
import { usePendingPassword } from '../../features/identity/pending-password';
import { useSession } from '../../features/identity/session';
import type { Settings } from '../../lib/settings';
import { addressOf, viewAt } from '../auth-address';
import { PageTitle } from '../page-title';

/** /auth, /signin and /signup. The guard admits visitors who are signed out or must choose a password first. */
export function AuthPage({ settings }: { settings: Settings }) {
  const session = useSession();
  const user = session.state === 'signed-in' ? session.user : undefined;
  const due = usePendingPassword(user?.id);
  const view = viewAt(useLocation());
  const navigate = useNavigate();

  if (user !== undefined && due !== undefined) {
    return (
      <>
        <PageTitle>Choose a password</PageTitle>
        <ChoosePassword due={due} email={user.email} />
      </>
    );
  }
  const show = (next: AuthView) => {
    const { to, state } = addressOf(next);
    // Only asking for a link is a step that one may want to go back from.
    void navigate(to, { state, replace: next.name !== 'ask-link' });
  };
  return (
    <>
      <PageTitle>{titles[view.name]}</PageTitle>
      <AuthScreen
        view={view}
        onShow={show}
        isGoogleOffered={settings.googleSignIn}
        mailboxUrl={settings.sandbox.includes('mail') ? '/sandbox/mailbox' : undefined}
      />
    </>
  );
}

const titles = {
  'sign-in': 'Sign In',
  'sign-up': 'Sign Up',
  'ask-link': 'Send a link',
  'link-sent': 'Check your email',
} satisfies Record<AuthView['name'], string>;
