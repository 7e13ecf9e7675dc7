import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage } from '../../api/errors';
import { showError, showSuccess } from '../../ui/toast';
import { addTerm, type BrandTerm, brandTermsKey, initializeTerms, removeTerm } from './brand-terms-api';
import { brandTermsMessages } from './brand-terms-messages';

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
      showSuccess(brandTermsMessages.added(term.term_value));
    },
  });

  const bringingBack = useMutation({
    mutationFn: ({ term }: RemovedTerm) => addTerm(term.term_value, term.needs_context),
    onMutate: ({ term, index }) => void change((terms) => putBack(terms, term, index)),
    onSuccess: (back, { term }) => void change((terms) => terms.map((one) => (one.id === term.id ? back : one))),
    onError: (failure, removed) => {
      change((terms) => terms.filter(({ id }) => id !== removed.term.id));
      showError(brandTermsMessages.notBroughtBack, {
        description: errorMessage(failure),
        action: { label: brandTermsMessages.retry, onAction: () => bringingBack.mutate(removed) },
      });
    },
  });

  const removing = useMutation({
    mutationFn: ({ term }: RemovedTerm) => removeTerm(term.term_value),
    onMutate: async ({ term }) => {
      await queries.cancelQueries({ queryKey });
      change((terms) => terms.filter(({ id }) => id !== term.id));
    },
    onError: (failure, removed) => {
      change((terms) => putBack(terms, removed.term, removed.index));
      showError(brandTermsMessages.notRemoved, {
        description: errorMessage(failure),
        action: { label: brandTermsMessages.retry, onAction: () => removing.mutate(removed) },
      });
    },
    onSuccess: (_answer, removed) => {
      const undo = { label: brandTermsMessages.undo, onAction: () => bringingBack.mutate(removed) };
      showSuccess(brandTermsMessages.removed, { description: brandTermsMessages.removedAbout(removed.term.term_value), action: undo });
    },
  });

  const making = useMutation({
    mutationFn: initializeTerms,
    onSuccess: ({ added, terms }) => {
      queries.setQueryData(queryKey, terms);
      showSuccess(added === 0 ? brandTermsMessages.madeNone : brandTermsMessages.made(added));
    },
    onError: (failure) =>
      showError(brandTermsMessages.notMade, {
        description: errorMessage(failure),
        action: { label: brandTermsMessages.retry, onAction: () => making.mutate() },
      }),
  });

  return { adding, removing, making };
}

/** A term that was removed, and where it stood. */
type RemovedTerm = { term: BrandTerm; index: number };

function putBack(terms: readonly BrandTerm[], term: BrandTerm, index: number): BrandTerm[] {
  return terms.some(({ id }) => id === term.id) ? [...terms] : terms.toSpliced(index, 0, term);
}
