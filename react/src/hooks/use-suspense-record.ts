import type {
  AnyFields,
  Declared,
  DeclaredResource,
  Expanded,
  Expansions,
  ExpandTerm,
  ListQuery,
  Stored,
  StorageResource,
  With,
} from '@bedplate/client';
import type { AnyRecord, AnyStorage } from '../store/source.ts';
import type { RecordView } from './use-record.ts';
import { useSuspenseView } from './use-suspense-view.ts';

/** `data` is null where there is no such record; `error` is that of a later reading. */
export type SuspenseRecordView<T> = Pick<RecordView<T>, 'error' | 'reload'> & { data: Stored<T> | null };

/**
 * Shows a record and follows it, as `useRecord` does, below a Suspense boundary that waits for the first reading.
 * @example const { data: order } = useSuspenseRecord(orders, id);
 */
export function useSuspenseRecord<S extends Declared<S>, K extends keyof S, const E extends ExpandTerm<S, K> = never>(
  storage: DeclaredResource<S, K>,
  id: string,
  options?: { expand?: E | readonly E[] },
): SuspenseRecordView<With<S[K]['record'], [E] extends [never] ? never : Expansions<S, K, E>>>;
export function useSuspenseRecord<T, X extends Expanded = never>(
  storage: StorageResource<T>,
  id: string,
  options?: Pick<ListQuery<T>, 'expand'>,
): SuspenseRecordView<With<T, X>>;
export function useSuspenseRecord(
  storage: unknown,
  id: string,
  { expand }: Pick<ListQuery<AnyFields>, 'expand'> = {},
): SuspenseRecordView<AnyFields> {
  // The overloads have the types of the storage.
  const { value, ...view } = useSuspenseView({ kind: 'record', storage: storage as AnyStorage, id, expand });
  return { data: value as AnyRecord | null, ...view };
}
