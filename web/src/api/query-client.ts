import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { seconds } from '../lib/time';
import { isSignedOut } from './errors';

type QueryClientListeners = {
  /** The server answered 401 to any query or mutation. Several may fail together, so it may be called several times. */
  onSignedOut?: () => void;
};

/** The cache of answers behind every page. */
export function createQueryClient({ onSignedOut }: QueryClientListeners = {}): QueryClient {
  const onError = (failure: unknown) => {
    if (isSignedOut(failure)) onSignedOut?.();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // The client below has sent the request again already, where that was safe.
        retry: false,
        // Long enough for a loader and the component after it to share one answer.
        staleTime: seconds(5),
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        networkMode: evenOffline,
      },
      mutations: { networkMode: evenOffline },
    },
  });
}

// A server on this very machine answers while the browser says that it is offline. Otherwise a call
// would wait in silence for the network instead of saying that it failed.
const evenOffline = 'always';
