/** The access rules as the storage's document names them; the rules themselves are in storages/{storageId}/grants/{version}. */
export interface AccessPart {
  /** Counts up with every change; documents of a version never change. */
  version: number;
  /** Whether named keys hear every record live: see `liveReachOf`. */
  liveKeys: boolean;
}

/** storages/{storageId}/grants/{version} */
export interface GrantsDocument<T> {
  /** JSON of `Grants`: Firestore takes no lists in lists. */
  grants: string;
  createdAt: T;
  createdBy: string;
  /** The name of who saved them, as it was then. */
  author: string;
}
