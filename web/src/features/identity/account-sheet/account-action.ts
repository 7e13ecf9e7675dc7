import { type UseMutationResult, useMutation } from '@tanstack/react-query';

/** What all mutations of the sheet have in common; while one of them runs the sheet stays open. */
export const accountMutations = ['account'] as const;

/** Something the sheet asks of the server: one at a time, told where it was asked for. */
export function useAccountAction<Input = void>(
  act: (input: Input) => Promise<unknown>,
  onDone?: () => void,
): UseMutationResult<unknown, Error, Input> {
  return useMutation({
    mutationKey: accountMutations,
    mutationFn: act,
    ...(onDone !== undefined && { onSuccess: () => onDone() }),
  });
}
