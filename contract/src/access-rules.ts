import { z } from 'zod';
import type { FieldProblem } from './errors.ts';
import { Grants } from './grant.ts';
import type { LiveReach } from './grant-shorthand.ts';
import type { DataRecord } from './record.ts';
import type { RuleDecision } from './rule-decision.ts';

/** GET and PUT /app/project/{projectId}/dataStorages/{storageId}/access */
export interface AccessAnswer {
  /** 0 for a storage whose access is none, own or all: its rules are those that these words stand for. */
  version: number;
  grants: Grants;
  live: LiveReach;
  /** Remarks on costs and on what stays open, by the place in the rules. */
  remarks: readonly FieldProblem[];
}

/** The body of PUT: the version that the caller has seen. */
export const AccessChange = z.strictObject({
  version: z.int().min(0),
  grants: Grants,
  /** Refuses rules that LiveSync cannot decide for app users. */
  live: z.boolean().optional(),
});
export type AccessChange = z.infer<typeof AccessChange>;

/** The body of POST …/access/impact: rules that are not saved yet. */
export const AccessTrial = z.strictObject({ grants: Grants });
export type AccessTrial = z.infer<typeof AccessTrial>;

/** Whom a change of the rules takes or gives something. */
export interface Moved {
  readonly users: number;
  readonly keys: number;
  /** Records that one of them sees no more, or with fewer fields; or that one of them sees now, or with more. */
  readonly records: number;
}

/** The effect of a change of rules, by the newest users and records. */
export interface AccessImpact {
  /** As many were looked at. */
  readonly users: number;
  readonly records: number;
  /** Whether there are no others; else the numbers are lower bounds. */
  readonly isWhole: boolean;
  readonly lost: Moved;
  readonly won: Moved;
  readonly live: LiveReach;
  /** As of saved rules. */
  readonly remarks: readonly FieldProblem[];
}

const AccessAs = z.union([z.strictObject({ user: z.string().min(1).max(200) }), z.strictObject({ key: z.string().min(1).max(100) })]);
/** An app user by the id, or a named key by its id; `*` for any of them. */
export type AccessAs = z.infer<typeof AccessAs>;

/** The body of POST …/access/try-as: rules, saved or not, as somebody else meets them. */
export const AccessTryAs = z.strictObject({
  as: AccessAs,
  grants: Grants,
  /** The record that is read, changed and deleted. */
  record: z.string().min(1).max(200).optional(),
});
export type AccessTryAs = z.infer<typeof AccessTryAs>;

export interface TriedAs {
  /** The newest records, as many as were looked at, and as many of them as a list would have. */
  readonly looked: number;
  readonly listed: number;
  /** The first of those, as the list shows them. */
  readonly shown: readonly DataRecord[];
  /** The record as a read shows it; null for none, and for one out of reach. */
  readonly record: DataRecord | null;
  /** One for each verb, in their order. */
  readonly decisions: readonly RuleDecision[];
}

/** One version: GET …/access/versions, newest first */
export interface AccessVersion {
  version: number;
  grants: Grants;
  savedAt: string;
  savedBy: string;
}
