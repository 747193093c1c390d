/** firestore.indexes.json, parsed. */
export interface IndexConfig {
  readonly indexes?: readonly CompositeConfig[];
  readonly fieldOverrides?: readonly FieldOverride[];
}

export interface CompositeConfig {
  readonly collectionGroup: string;
  readonly queryScope?: 'COLLECTION' | 'COLLECTION_GROUP';
  readonly fields: readonly CompositeField[];
}

interface CompositeField {
  readonly fieldPath: string;
  readonly order?: 'ASCENDING' | 'DESCENDING';
  readonly arrayConfig?: 'CONTAINS';
  readonly vectorConfig?: unknown;
}

export interface FieldOverride {
  readonly collectionGroup: string;
  /** `*` is every field of the group. */
  readonly fieldPath: string;
  readonly ttl?: boolean;
  readonly indexes?: readonly {
    readonly order?: 'ASCENDING' | 'DESCENDING';
    readonly arrayConfig?: 'CONTAINS';
    readonly queryScope?: 'COLLECTION' | 'COLLECTION_GROUP';
  }[];
}
