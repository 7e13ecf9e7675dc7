import { identityClient } from '../../../features/identity/client';
import { useSession } from '../../../features/identity/session';
import type { MentionGenerator } from '../../../features/mentions/mention-detail';
import { MentionsScreen } from '../../../features/mentions/mentions-screen';
import { useCommentGenerator } from './use-comment-generator';

/** Brand Mentions, which can be answered as posts can. */
export function MentionsTab() {
  const session = useSession();
  return session.state === 'signed-in' && <Mentions key={session.user.id} userId={session.user.id} />;
}

function Mentions({ userId }: { userId: string }) {
  const generatorOf = useCommentGenerator(userId);
  const generator: MentionGenerator = (mention, ...slot) => {
    const { id, post_title: title, post_content: content, source, subreddit, author } = mention;
    return generatorOf({ id, title, content: content ?? null, source, subreddit, author }, mention, ...slot);
  };
  return <MentionsScreen {...{ userId, generator }} tables={identityClient().tables} />;
}
