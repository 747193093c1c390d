/** GET /api/trash: the trash of a project, and in its first part the archived projects of the account. */
export interface ApiTrash {
  readonly entries: readonly (TrashEntry | ArchivedProjectEntry)[];
  /** Where the next part begins; null after the last. */
  readonly next: string | null;
}

/** An archived project, with all its storages. */
export interface ArchivedProjectEntry {
  readonly kind: 'project';
  readonly projectId: string;
  readonly name: string;
  readonly since: string;
  /** When it goes by itself at the earliest; null where the account keeps its archive. */
  readonly endsAt: string | null;
}

interface TrashPlace {
  readonly storageId: string;
  readonly name: string;
  readonly key: string;
}

/** An archived storage, or the deleted records of another one. */
export type TrashEntry =
  | (TrashPlace & {
      readonly kind: 'storage';
      readonly since: string;
      /** When it goes by itself at the earliest; null where the account keeps its archive. */
      readonly endsAt: string | null;
    })
  /** Deleted records of a storage. `isMore`: only so many were counted; `endsAt`: when the first of them goes for good. */
  | (TrashPlace & { readonly kind: 'records'; readonly count: number; readonly isMore: boolean; readonly endsAt: string });
