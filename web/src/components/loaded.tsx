import type { ReactNode } from 'react';
import { Failed } from './failed.tsx';

interface LoadedProps<T> {
  /** A query as react-query answers it. */
  from: { data: T | undefined; error: unknown; isPending: boolean; refetch: () => unknown };
  waiting: ReactNode;
  /** A sentence about the data that could not be loaded. */
  failed: string;
  /** Shown instead of the content when `isEmpty` says so. */
  empty?: ReactNode;
  isEmpty?: (data: T) => boolean;
  children: (data: T) => ReactNode;
}

/**
 * The three waits of a list or page, written once: loading, failed, empty. Data that was there
 * stays while a later read fails.
 */
export function Loaded<T>({ from, waiting, failed, empty, isEmpty, children }: LoadedProps<T>) {
  if (from.data !== undefined) return isEmpty?.(from.data) ? empty : children(from.data);
  if (from.isPending) return waiting;
  return <Failed message={failed} error={from.error} onRetry={() => void from.refetch()} />;
}
