import type {
  AnyFields,
  ApiPagination,
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
import type { AnyStorage, Listed } from '../store/source.ts';
import { useView } from './use-view.ts';

export interface ListView<T> {
  /** Undefined until they are read for the first time. */
  data: Stored<T>[] | undefined;
  pagination: ApiPagination | undefined;
  /** Of the last reading; `data` stays as it was. */
  error: Error | undefined;
  isLoading: boolean;
  reload: () => Promise<void>;
}

/**
 * Shows a list and follows it.
 * @example const { data, isLoading, error } = useList(orders, { where: { status: 'open' }, sortBy: '-amount' });
 */
export function useList<S extends Declared<S>, K extends keyof S, const E extends ExpandTerm<S, K> = never>(
  storage: DeclaredResource<S, K>,
  query?: Omit<ListQuery<S[K]['record']>, 'expand'> & { expand?: E | readonly E[] },
): ListView<With<S[K]['record'], [E] extends [never] ? never : Expansions<S, K, E>>>;
export function useList<T, X extends Expanded = never>(storage: StorageResource<T>, query?: ListQuery<T>): ListView<With<T, X>>;
export function useList(storage: unknown, query: ListQuery<AnyFields> = {}): ListView<AnyFields> {
  // The overloads have the types of the storage.
  const { value, ...view } = useView({ kind: 'list', storage: storage as AnyStorage, query });
  const listed = value as Listed | undefined;
  return { data: listed?.data, pagination: listed?.pagination, ...view };
}
