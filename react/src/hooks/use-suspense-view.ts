import { useProvided } from '../provider/provider.tsx';
import type { View } from '../store/entry.ts';
import type { Source, Value } from '../store/source.ts';
import { useView } from './use-view.ts';

export type ReadyView = Omit<View, 'value' | 'isLoading'> & { value: Value; reload: () => Promise<void> };

/** As `useView`, for a value that is there: until then the boundary above waits, and a first reading that fails is thrown. */
export function useSuspenseView(source: Source): ReadyView {
  const { store } = useProvided();
  const { value, error, reload } = useView(source);
  // oxlint-disable-next-line typescript/only-throw-error -- a promise is how Suspense waits in React 18
  if (value === undefined) throw store.awaited(source);
  return { value, error, reload };
}
