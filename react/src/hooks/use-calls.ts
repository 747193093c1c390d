import { useCallback, useState } from 'react';

/** @returns whether calls are under way, the failure of the last one, and how to make one */
export function useCalls() {
  const [pending, setPending] = useState(0);
  const [error, setError] = useState<Error>();
  const call = useCallback(async <R>(send: () => Promise<R>): Promise<R> => {
    setPending((count) => count + 1);
    setError(undefined);
    try {
      return await send();
    } catch (failure) {
      setError(failure as Error); // the client throws nothing else
      throw failure;
    } finally {
      setPending((count) => count - 1);
    }
  }, []);
  return { isPending: pending > 0, error, call };
}
