import type { GrantValue } from './grant.ts';

/** The access rules as the storage's document names them; the rules themselves are in storages/{storageId}/grants/{version}. */
export interface AccessPart {
  /** Counts up with every change; documents of a version never change. */
  version: number;
  /** Whether named keys hear every record live: see `LiveReach`. */
  liveKeys: boolean;
  /** Of rules that LiveSync decides by labels; absent where it needs none, or can decide nothing. */
  labels?: LiveLabels;
}

/** Labels that records carry so that a listener can ask for them, where rules have conditions: decision 118. */
export interface LiveLabels {
  recipes: LiveRecipe[];
  /** Of the recipes and the types of their fields: labels of another meaning count for nothing. */
  meaning: string;
  /** Whether the records from before have them too. */
  isReady: boolean;
  /** Milliseconds since 1970, later with each change of rules or labels. Who has listened before has to read the list again. */
  since: number;
}

/** One set of conditions under which app users, or named keys, see records. A record that meets it carries a label for each value that is asked for. */
export interface LiveRecipe {
  /** Conditions that the record alone decides: its field equals one of the values. */
  tests: { field: string; value: GrantValue }[];
  /** Fields of the record that are compared with something of the user. */
  asks: { field: string; of: LiveAsk }[];
  /** Roles of which the user has one. */
  roles?: string[];
  /** The named key that sees them so, `*` for every one; absent where app users do. It makes no other label. */
  key?: string;
}

/** Of the user: the id, the ids of teams (with one of the roles), or the values of a field. */
export type LiveAsk = { by: 'id' } | { by: 'team'; roles?: string[] } | { by: 'field'; field: string };

/** storages/{storageId}/grants/{version} */
export interface GrantsDocument<T> {
  /** JSON of `Grants`: Firestore takes no lists in lists. */
  grants: string;
  createdAt: T;
  createdBy: string;
  /** The name of who saved them, as it was then. */
  author: string;
}
