import { useQuery } from '@tanstack/react-query';
import { allKeywords } from '../../../features/keywords/api';
import { KeywordsCard } from '../../../features/keywords/keywords-card';
import { useSuggestions } from '../../../features/keywords/use-suggestions';
import { searches } from '../../../features/searches/api';
import { SuggestionsCard } from '../../../features/searches/suggestions-card';
import { useAddKeyword, useKeywordPlan, useSearchAtOnce } from './use-add-keyword';

/** What is listened for, and how many more the plan has room for. New keywords are searched right away. */
export function OwnKeywords({ userId }: { userId: string }) {
  const { data } = useQuery(searches(userId));
  const silent = (data?.searches ?? []).filter(({ origin, isSilent }) => origin === 'keyword' && isSilent).map(({ phrase }) => phrase);
  return <KeywordsCard {...{ userId, silent }} {...useKeywordPlan(userId)} onTracked={useSearchAtOnce(userId)} />;
}

/** What else to listen for: from posts that were read, and from the website. */
export function OwnSuggestions({ userId }: { userId: string }) {
  const { data: all = [] } = useQuery(allKeywords(userId));
  const { suggestions, forget, dismiss } = useSuggestions(userId, all);
  const add = useAddKeyword(userId);
  return (
    <SuggestionsCard
      userId={userId}
      fromWebsite={suggestions}
      addKeyword={(keyword, onAdded) =>
        add(keyword, () => {
          forget(keyword);
          onAdded();
        })
      }
      onDismissFromWebsite={dismiss}
    />
  );
}
