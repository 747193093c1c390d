import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useProvided } from '../provider/provider.tsx';
import type { View } from '../store/entry.ts';
import { keyOf, type Source } from '../store/source.ts';

/** Shows what a source has, and follows it. A source that is written out in each render is the same as long as it says the same. */
export function useView(source: Source): View & { reload: () => Promise<void> } {
  const { store } = useProvided();
  const key = keyOf(source);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key is all that it says
  const same = useMemo(() => source, [key]);
  const subscribe = useCallback((listener: () => void) => store.subscribe(same, listener), [store, same]);
  const view = () => store.view(same);
  const shown = useSyncExternalStore(subscribe, view, view);
  const reload = useCallback(() => store.load(same), [store, same]);
  return { ...shown, reload };
}
