import { useQuery } from '@tanstack/react-query';
import { CommentGenerator } from '../../../features/comments/comment-generator';
import type { EmptyListSlot } from '../../../features/discovery/no-posts';
import type { GeneratorSlot } from '../../../features/discovery/post-detail';
import { PostsScreen } from '../../../features/discovery/posts-screen';
import { identityClient } from '../../../features/identity/client';
import { useSession } from '../../../features/identity/session';
import { ownCompany } from '../../../features/onboarding/api';
import { TriedSearches } from '../../../features/searches/tried-searches';
import { usePaymentRedirect } from './payment-redirect';
import { useAddKeyword } from './use-add-keyword';

/** Relevant Posts. What other features add to a post, such as the comment generator, joins here. */
export function SearchTab() {
  const session = useSession();
  return session.state === 'signed-in' && <Posts key={session.user.id} userId={session.user.id} />;
}

function Posts({ userId }: { userId: string }) {
  const { data: company } = useQuery(ownCompany(userId));
  const toPayment = usePaymentRedirect();
  const account = { userId, onUnpaid: () => toPayment(userId) };
  const generator: GeneratorSlot = (post, place) => <CommentGenerator {...{ post, place, company, account }} />;
  const addKeyword = useAddKeyword(userId);
  const emptyList: EmptyListSlot = (parts) => <TriedSearches {...{ userId, addKeyword }} {...parts} />;
  return <PostsScreen {...{ userId, generator, emptyList }} tables={identityClient().tables} />;
}
