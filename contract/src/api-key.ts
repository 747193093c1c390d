import { z } from 'zod';
import { SpendCap } from './spend-cap.ts';
import { seenText, shownText } from './names.ts';
import { problem } from './texts/rules.ts';
import { limits } from './limits.ts';

/** The rights of a key: `create` covers sign-up and inbound files of new records, `update` uploads and restores, `read` also LiveSync. */
export const keyVerbs = ['read', 'create', 'update', 'delete', 'authenticate'] as const;
export type KeyVerb = (typeof keyVerbs)[number];

/** A changed key pair may go on for this long beside the new one. */
export const longestOverlapHours = 24;
const overlapWrong = problem('overlapWrong', { max: longestOverlapHours });

const PerMinute = z.number().int().min(1).max(limits.requestsPerMinute).nullable();

export const Origin = z
  .string()
  .trim()
  .max(300)
  .refine((text) => URL.canParse(text) && new URL(text).origin === text && !text.includes('*'), problem('originShape'));

const Fields = z.object({
  name: z
    .string()
    .trim()
    .regex(seenText, problem('titleMissing'))
    .max(limits.nameLength, problem('titleLong', { max: limits.nameLength }))
    .regex(shownText, problem('textCharacters')),
  storages: z
    .array(z.string().regex(/^([\w-]{1,64}|\*)$/, problem('keyStoragesShape')))
    .min(1, problem('keyStoragesMissing'))
    .max(500),
  verbs: z
    .array(z.enum(keyVerbs))
    .min(1, problem('verbsMissing', { verbs: keyVerbs.join(', ') }))
    .max(keyVerbs.length * 2),
  /** ISO 8601; null: it does not end by itself. */
  expiresAt: z.iso.datetime({ offset: true }).nullable(),
  /** Empty: any caller. */
  origins: z.array(Origin).max(limits.originsPerKey, problem('originsMany', { max: limits.originsPerKey })),
  requestsPerMinute: PerMinute,
  requestsPerMinutePerClient: PerMinute,
  /** Credits that it may use; null: no cap. */
  cap: SpendCap.nullable(),
});

/** POST /app/keys */
export const ApiKeyInput = Fields.partial({
  expiresAt: true,
  origins: true,
  requestsPerMinute: true,
  requestsPerMinutePerClient: true,
  cap: true,
}).extend({ projectId: z.string().min(1).max(64) });
export type ApiKeyInput = z.infer<typeof ApiKeyInput>;

/**
 * PUT /app/keys/{id}: what is absent stays as it is. Of the account's pair only limits and the cap can change. `seen`: lists that the
 * change has, as they were seen; what somebody else has added or taken away since stays so.
 */
export const ApiKeyChange = Fields.extend({ active: z.boolean(), seen: Fields.partial() }).partial();
export type ApiKeyChange = z.infer<typeof ApiKeyChange>;

/** POST /app/authentication/changeUserKeys: how long the old pair goes on; absent: not at all. */
export const KeyRotation = z.object({ overlapHours: z.int().min(1, overlapWrong).max(longestOverlapHours, overlapWrong).optional() });

/** GET /app/keys: one row. */
export interface ApiKey {
  id: string;
  kind: 'account' | 'scoped';
  name: string;
  /** Null for the account's pair, which opens all of its projects. */
  projectId: string | null;
  /** The last characters of the key. */
  ending: string;
  storages: string[];
  verbs: KeyVerb[];
  origins: string[];
  active: boolean;
  expiresAt: string | null;
  requestsPerMinute: number;
  requestsPerMinutePerClient: number;
  cap: SpendCap | null;
  /** Credits used of the cap in its present period, with those that instances hold in advance. */
  capUsed: number;
  /** To the minute; null when it was never used. */
  lastUsedAt: string | null;
  /** Calls since it was made. */
  calls: number;
  createdAt: string;
}
