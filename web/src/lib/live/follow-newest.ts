import { type LiveSnapshot, subscribeLive } from './live-registry.ts';

type Newest = LiveSnapshot['docs'][number] | undefined;

/**
 * Follows the newest record of some storages; each costs a listener of one document.
 * @param onNewest gets a storage's newest record, or undefined for an empty storage: at first, and with each change
 * @returns how to end it
 */
export function followNewest(storageIds: readonly string[], onNewest: (storageId: string, newest: Newest) => void): () => void {
  const ends = storageIds.map((storageId) =>
    subscribeLive({
      // Ids sort the newest first, so the first one is the newest record.
      query: { path: `storages/${storageId}/records`, limit: 1 },
      onSnapshot: ({ docs: [newest] }) => onNewest(storageId, newest),
      onState: () => {},
    }),
  );
  return () => ends.forEach((end) => end());
}
