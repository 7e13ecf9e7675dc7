import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { PostToAnswer } from '../../../features/comments/api';
import { CommentGenerator } from '../../../features/comments/comment-generator';
import type { Answering } from '../../../features/comments/use-generator';
import { ownCompany } from '../../../features/onboarding/api';
import { useProductNow } from '../../../lib/now';
import { useEarlierAnswer } from '../../../lists/earlier-answers';
import type { GeneratorPlace } from '../../../lists/item-detail';
import { usePaymentRedirect } from './payment-redirect';
import { sectionAddress } from './settings-sections';

/** What a post and a mention have in common for whoever answers them. */
type Answerable = { state?: string; state_at?: string | null };

/** The comment generator of a post or a mention, for the place that the details have for it. */
export function useCommentGenerator(userId: string) {
  const { data: company } = useQuery(ownCompany(userId));
  const toPayment = usePaymentRedirect();
  const [search] = useSearchParams();
  const account = { userId, onUnpaid: () => toPayment(userId), settingsHref: sectionAddress('company', search) };
  return (post: PostToAnswer, { state, state_at: at }: Answerable, place: GeneratorPlace, onAnswer: () => void): ReactNode => {
    const isAnswered = state === 'answered' || state === 'won';
    const answering = { answered: isAnswered ? { at: at ?? null } : undefined, onAnswer };
    return <WarningGenerator {...{ post, place, company, account, answering }} />;
  };
}

type WarningGeneratorProps = Omit<ComponentProps<typeof CommentGenerator>, 'answering'> & { answering: Omit<Answering, 'earlier'> };

/** Knows what the user has answered before, in the same thread or to the same author. */
function WarningGenerator({ answering, ...generator }: WarningGeneratorProps) {
  const { id, source, author } = generator.post;
  const earlier = useEarlierAnswer({ id, source, author }, useProductNow());
  return <CommentGenerator {...generator} answering={{ ...answering, earlier }} />;
}
