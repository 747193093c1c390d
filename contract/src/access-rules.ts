import { z } from 'zod';
import type { FieldProblem } from './errors.ts';
import { Grants } from './grant.ts';
import type { LiveReach } from './grant-shorthand.ts';
import type { DataRecord } from './record.ts';
import type { RuleDecision } from './rule-decision.ts';
import type { Json } from './values/json.ts';

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

const AccessAs = z.union([
  z.strictObject({ user: z.string().min(1).max(200) }),
  z.strictObject({ key: z.string().min(1).max(100) }),
  z.strictObject({ visitor: z.literal(true) }),
]);
/**
 * An app user by the id; a named key by its id, `*` for any of them; or a visitor, who is not signed in. A page calls with a named key
 * for its visitors: rules for anyone are about each of them, rules for keys are tried as the key.
 */
export type AccessAs = z.infer<typeof AccessAs>;

/** The body of POST …/access/try-as: rules, saved or not, as somebody else meets them. */
export const AccessTryAs = z.strictObject({
  as: AccessAs,
  grants: Grants,
  /** The record that is read, changed and deleted. */
  record: z.string().min(1).max(200).optional(),
  /** Fields of a save that is tried: of a new record, and of `record` where it is given. The save itself looks at each of them, and its refusals are in the answer. */
  values: z.record(z.string(), z.unknown()).optional(),
});
export type AccessTryAs = z.infer<typeof AccessTryAs>;

/** The same records, under the rules of the call and, where the storage has others, under those that are saved. */
export interface TriedAs extends TriedRules {
  /** The newest records, as many as were looked at. */
  readonly looked: number;
  /** Null where the rules of the call are the saved ones. */
  readonly saved: TriedRules | null;
}

export interface TriedRules {
  /** As many of the records as a list would have. */
  readonly listed: number;
  /** Fields of the record itself that are seen in any of them, by a list or a read; in the order of the alphabet. */
  readonly fields: readonly string[];
  /** The first of those, as the list shows them. */
  readonly shown: readonly DataRecord[];
  /** The record as a read shows it; null for none, and for one out of reach. */
  readonly record: DataRecord | null;
  /** One for each verb, in their order. */
  readonly decisions: readonly TriedDecision[];
}

export interface TriedDecision extends RuleDecision {
  /** Of a save or a delete that was tried: whether it would pass. Absent where only the rules were asked. */
  readonly passes?: boolean;
  /** Something else than a rule refuses it, such as the schema. */
  readonly refusal?: readonly FieldProblem[];
  /** The fields that a save would leave, with those that the server sets. */
  readonly left?: Readonly<Record<string, Json>>;
}

/** One version: GET …/access/versions, newest first */
export interface AccessVersion {
  version: number;
  grants: Grants;
  savedAt: string;
  savedBy: string;
}
