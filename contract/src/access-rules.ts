import { z } from 'zod';
import type { FieldProblem } from './errors.ts';
import { Grants } from './grant.ts';
import type { LiveReach } from './grant-shorthand.ts';

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

/** One version: GET …/access/versions, newest first */
export interface AccessVersion {
  version: number;
  grants: Grants;
  savedAt: string;
  savedBy: string;
}
