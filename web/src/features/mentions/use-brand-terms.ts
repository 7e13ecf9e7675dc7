import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage } from '../../api/errors';
import { showError, showSuccess } from '../../ui/toast';
import { addTerm, type BrandTerm, brandTermsKey, initializeTerms, removeTerm } from './brand-terms-api';
import { messages } from './brand-terms-messages';

/** What can be done with the brand terms. A removal shows at once and is taken back if the server does not agree. */
export function useBrandTerms(userId: string) {
  const queries = useQueryClient();
  const queryKey = brandTermsKey(userId);
  const change = (changed: (terms: BrandTerm[]) => BrandTerm[]) =>
    queries.setQueryData<BrandTerm[]>(queryKey, (terms) => terms && changed(terms));

  const adding = useMutation({
    mutationFn: (typed: string) => addTerm(typed),
    onSuccess: (term) => {
      change((terms) => [...terms, term]);
      showSuccess(messages.added(term.term_value));
    },
  });

  const bringingBack = useMutation({
    mutationFn: ({ term }: Removed) => addTerm(term.term_value, term.needs_context),
    onMutate: ({ term, index }) => void change((terms) => putBack(terms, term, index)),
    onSuccess: (back, { term }) => void change((terms) => terms.map((one) => (one.id === term.id ? back : one))),
    onError: (failure, removed) => {
      change((terms) => terms.filter(({ id }) => id !== removed.term.id));
      showError(messages.notBroughtBack, {
        description: errorMessage(failure),
        action: { label: messages.retry, onAction: () => bringingBack.mutate(removed) },
      });
    },
  });

  const removing = useMutation({
    mutationFn: ({ term }: Removed) => removeTerm(term.term_value),
    onMutate: async ({ term }) => {
      await queries.cancelQueries({ queryKey });
      change((terms) => terms.filter(({ id }) => id !== term.id));
    },
    onError: (failure, removed) => {
      change((terms) => putBack(terms, removed.term, removed.index));
      showError(messages.notRemoved, {
        description: errorMessage(failure),
        action: { label: messages.retry, onAction: () => removing.mutate(removed) },
      });
    },
    onSuccess: (_answer, removed) => {
      const undo = { label: messages.undo, onAction: () => bringingBack.mutate(removed) };
      showSuccess(messages.removed, { description: messages.removedAbout(removed.term.term_value), action: undo });
    },
  });

  const making = useMutation({
    mutationFn: initializeTerms,
    onSuccess: ({ added, terms }) => {
      queries.setQueryData(queryKey, terms);
      showSuccess(added === 0 ? messages.madeNone : messages.made(added));
    },
    onError: (failure) =>
      showError(messages.notMade, {
        description: errorMessage(failure),
        action: { label: messages.retry, onAction: () => making.mutate() },
      }),
  });

  return { adding, removing, making };
}

/** A term that was removed, and where it stood. */
type Removed = { term: BrandTerm; index: number };

function putBack(terms: readonly BrandTerm[], term: BrandTerm, index: number): BrandTerm[] {
  return terms.some(({ id }) => id === term.id) ? [...terms] : terms.toSpliced(index, 0, term);
}
