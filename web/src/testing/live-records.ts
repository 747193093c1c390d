interface Change {
  records?: object[];
  deletions?: object[];
  current?: boolean;
}

/**
 * The live connection is Firestore's: in tests this speaks for it, in the place of
 * `live-source.ts`.
 */
export const live = { emit: (change: Change): void => void change, fail: (cause: Error): void => void cause };

export function recordSource() {
  return {
    open(_: number | null, observer: { next: (delivery: object) => void; error: (cause: unknown) => void }) {
      live.emit = (change) => observer.next({ records: [], deletions: [], anchor: 0, current: true, ...change });
      live.fail = (cause) => observer.error(cause);
      live.emit({});
      return () => undefined;
    },
    read: () => Promise.resolve({ records: [], deletions: [] }),
  };
}

/** A record as the live source delivers it; times in microseconds. */
export function liveRecord(id: string, { at, createdAt, title }: { at: number; createdAt: number; title: string }) {
  return {
    id,
    updatedAt: at,
    createdAt,
    record: { id, title, createdAt: new Date(createdAt / 1000).toISOString(), updatedAt: String(at) },
  };
}
