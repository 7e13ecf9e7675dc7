import type { EmptyListSlot } from '../../../features/discovery/no-posts';
import type { PostGenerator } from '../../../features/discovery/post-detail';
import { PostsScreen } from '../../../features/discovery/posts-screen';
import { identityClient } from '../../../features/identity/client';
import { useSession } from '../../../features/identity/session';
import { TriedSearches } from '../../../features/searches/tried-searches';
import { useAddKeyword } from './use-add-keyword';
import { useCommentGenerator } from './use-comment-generator';

/** Relevant Posts. What other features add to a post, such as the comment generator, joins here. */
export function SearchTab() {
  const session = useSession();
  return session.state === 'signed-in' && <Posts key={session.user.id} userId={session.user.id} />;
}

function Posts({ userId }: { userId: string }) {
  const generatorOf = useCommentGenerator(userId);
  const generator: PostGenerator = (post, ...slot) => generatorOf(post, post, ...slot);
  const addKeyword = useAddKeyword(userId);
  const emptyList: EmptyListSlot = (parts) => <TriedSearches {...{ userId, addKeyword }} {...parts} />;
  return <PostsScreen {...{ userId, generator, emptyList }} tables={identityClient().tables} />;
}
