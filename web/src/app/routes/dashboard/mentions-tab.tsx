import { identityClient } from '../../../features/identity/client';
import { useSession } from '../../../features/identity/session';
import { MentionsScreen } from '../../../features/mentions/mentions-screen';

/** Brand Mentions. */
export function MentionsTab() {
  const session = useSession();
  return (
    session.state === 'signed-in' && <MentionsScreen key={session.user.id} userId={session.user.id} tables={identityClient().tables} />
  );
}
