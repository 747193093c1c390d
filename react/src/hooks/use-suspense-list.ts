import type {
  AnyFields,
  Declared,
  DeclaredResource,
  Expanded,
  Expansions,
  ExpandTerm,
  ListQuery,
  StorageResource,
  With,
} from '@bedplate/client';
import type { AnyStorage, Listed } from '../store/source.ts';
import type { ListView } from './use-list.ts';
import { useSuspenseView } from './use-suspense-view.ts';

/** `error` is that of a later reading; `data` stays as it was. */
export type SuspenseListView<T> = Required<Pick<ListView<T>, 'error' | 'reload'>> & {
  [K in 'data' | 'pagination']: NonNullable<ListView<T>[K]>;
};

/**
 * Shows a list and follows it, as `useList` does, below a Suspense boundary that waits for the first reading. The boundary is below
 * the provider. A first reading that fails is thrown to the error boundary, which may try again.
 * @example const { data } = useSuspenseList(orders, { where: { status: 'open' } });
 */
export function useSuspenseList<S extends Declared<S>, K extends keyof S, const E extends ExpandTerm<S, K> = never>(
  storage: DeclaredResource<S, K>,
  query?: Omit<ListQuery<S[K]['record']>, 'expand'> & { expand?: E | readonly E[] },
): SuspenseListView<With<S[K]['record'], [E] extends [never] ? never : Expansions<S, K, E>>>;
export function useSuspenseList<T, X extends Expanded = never>(
  storage: StorageResource<T>,
  query?: ListQuery<T>,
): SuspenseListView<With<T, X>>;
export function useSuspenseList(storage: unknown, query: ListQuery<AnyFields> = {}): SuspenseListView<AnyFields> {
  // The overloads have the types of the storage.
  const { value, ...view } = useSuspenseView({ kind: 'list', storage: storage as AnyStorage, query });
  const { data, pagination } = value as Listed;
  return { data, pagination, ...view };
}
