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
import { useView } from './use-view.ts';

export interface RecordView<T> {
  /** Undefined until it is read for the first time, null where there is none. */
  data: Stored<T> | null | undefined;
  error: Error | undefined;
  isLoading: boolean;
  reload: () => Promise<void>;
}

/**
 * Shows a record and follows it.
 * @example const { data: order } = useRecord(orders, id);
 */
export function useRecord<S extends Declared<S>, K extends keyof S, const E extends ExpandTerm<S, K> = never>(
  storage: DeclaredResource<S, K>,
  id: string,
  options?: { expand?: E | readonly E[] },
): RecordView<With<S[K]['record'], [E] extends [never] ? never : Expansions<S, K, E>>>;
export function useRecord<T, X extends Expanded = never>(
  storage: StorageResource<T>,
  id: string,
  options?: Pick<ListQuery<T>, 'expand'>,
): RecordView<With<T, X>>;
export function useRecord(storage: unknown, id: string, { expand }: Pick<ListQuery<AnyFields>, 'expand'> = {}): RecordView<AnyFields> {
  // The overloads have the types of the storage.
  const { value, ...view } = useView({ kind: 'record', storage: storage as AnyStorage, id, expand });
  return { data: value as AnyRecord | null | undefined, ...view };
}
