import { useSearchParams } from 'react-router-dom';

/** Keeps the state of a page in its address, so that it can be linked to and survives a reload. */
export function useAddress(): {
  /** Empty when absent. */
  get: (key: string) => string;
  /**
   * Null or empty removes a key. Once for an event: a second change would not know of the first.
   */
  change: (changes: Record<string, string | null>) => void;
} {
  const [params, setParams] = useSearchParams();
  return {
    get: (key) => params.get(key) ?? '',
    change: (changes) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [key, value] of Object.entries(changes)) {
            if (value) next.set(key, value);
            else next.delete(key);
          }
          return next;
        },
        { replace: true },
      ),
  };
}
