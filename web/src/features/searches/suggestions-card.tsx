import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Lightbulb, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { IconButton } from '../../ui/icon-button';
import { type Suggestion, searchesKey, suggestions } from './api';
import { messages } from './messages';
import { nameOf, useSuggestionActions, type AddKeyword } from './suggestion-actions';
import { useDismissSuggestion } from './use-searches';

const words = messages.suggestions;

type SuggestionsCardProps = {
  userId: string;
  addKeyword: AddKeyword;
  /** What the website suggests: there are no posts yet to count. */
  fromWebsite: readonly string[];
  onDismissFromWebsite: (keyword: string) => void;
};

/** What else to listen for, with what it would have found. Not there while nothing is suggested. */
export function SuggestionsCard({ userId, addKeyword, fromWebsite, onDismissFromWebsite }: SuggestionsCardProps) {
  const queries = useQueryClient();
  // A failure to read them is silent: nobody came to Settings for suggestions.
  const { data = [] } = useQuery(suggestions(userId));
  const [added, setAdded] = useState<readonly Suggestion[]>([]);
  const { mutate: dismiss } = useDismissSuggestion(userId);
  const add = useSuggestionActions(userId, addKeyword);
  const listed = [...data, ...websiteSuggestions(fromWebsite, data)];
  // The added one keeps its place until its tick was seen, though the list has lost it.
  const shown = [...listed, ...added.filter((one) => !listed.some((other) => isSame(one, other)))];
  if (shown.length === 0) return null;
  const onAdd = (suggestion: Suggestion) =>
    add(suggestion, () => {
      setAdded((now) => [...now, suggestion]);
      setTimeout(() => {
        setAdded((now) => now.filter((one) => !isSame(one, suggestion)));
        void queries.invalidateQueries({ queryKey: searchesKey(userId) });
      }, tickMs);
    });
  const onDismiss = (suggestion: Suggestion) => (isFromWebsite(suggestion) ? onDismissFromWebsite(suggestion.value) : dismiss(suggestion));
  return (
    <Card icon={Lightbulb} title={words.title} about={words.about}>
      <ul aria-label={words.title} className="grid grid-cols-1 gap-2 md:grid-cols-2">
        {shown.map((suggestion) => (
          <li
            key={`${suggestion.kind} ${suggestion.value}`}
            className="flex min-w-0 items-center gap-1 rounded-lg border border-border bg-background py-2 pr-2 pl-3"
          >
            <SuggestionText suggestion={suggestion} />
            {added.some((one) => isSame(one, suggestion)) ? (
              <span role="status" className="flex flex-none items-center gap-1.5 px-2 text-xs text-positive">
                <Check size={15} aria-hidden="true" />
                {words.added}
              </span>
            ) : (
              <>
                <Button size="sm" icon={Plus} aria-label={words.addNamed(nameOf(suggestion))} onClick={() => onAdd(suggestion)}>
                  {words.add}
                </Button>
                <IconButton icon={X} size="sm" label={words.dismiss(nameOf(suggestion))} onClick={() => onDismiss(suggestion)} />
              </>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function SuggestionText({ suggestion }: { suggestion: Suggestion }) {
  const kind = words.kinds[suggestion.kind] ?? suggestion.kind;
  return (
    <span className="min-w-0 flex-1">
      <span className="block truncate text-sm font-medium">{nameOf(suggestion)}</span>
      <span className="block text-xs text-muted-foreground">
        {isFromWebsite(suggestion) ? (
          `${kind}, ${words.fromWebsite}`
        ) : (
          <>
            {kind}, {words.wouldHaveFound} <strong className="font-semibold text-foreground">{suggestion.wouldHaveFound}</strong>
          </>
        )}
      </span>
    </span>
  );
}

/** What the posts suggest already is not suggested twice. */
function websiteSuggestions(keywords: readonly string[], others: readonly Suggestion[]): Suggestion[] {
  return keywords
    .filter((keyword) => !others.some((other) => nameOf(other).toLowerCase() === keyword.toLowerCase()))
    .map((value) => ({ kind: 'keyword', value, wouldHaveFound: 0 }));
}

const isFromWebsite = ({ wouldHaveFound }: Suggestion) => wouldHaveFound === 0;
const isSame = (one: Suggestion, other: Suggestion) => one.kind === other.kind && one.value === other.value;
const tickMs = 900;
