import { z } from 'zod';
import { limits } from './limits.ts';
import { isReservedField, systemFields } from './record.ts';
import type { Json } from './values/json.ts';

/** A grant lets somebody do something with some records of a storage. What no grant lets happen is refused. */

/** A field of the record itself: what is hidden, closed or set is so as a whole. */
const FieldName = z
  .string()
  .min(1)
  .max(limits.fieldNameLength)
  .refine((name) => !name.includes('.') && !isReservedField(name) && !(systemFields as readonly string[]).includes(name), {
    error: 'Name a field of the record itself: no path with dots, and none that the server adds.',
  });

/** A field or a dotted path in it, or what every record has. */
const FieldPath = z
  .string()
  .min(1)
  .max(limits.fieldNameLength * 4)
  .refine((path) => path.split('.').every((name) => name !== '' && !isReservedField(name)), { error: 'This is not the name of a field.' })
  .refine((path) => path !== 'password' && !unasked.includes(path.split('.')[0] ?? ''), {
    error: 'A condition takes fields that are stored, id, createdAt and updatedAt.',
  });
const unasked = ['is_deleted', 'deletedAt', 'file_metadata'];

export const grantOperators = ['=', '!=', '<', '<=', '>', '>=', '~'] as const;
export type GrantOperator = (typeof grantOperators)[number];

const Scalar = z.union([z.string().max(1500), z.number(), z.boolean(), z.null()]);

/**
 * The other side of a comparison. A text that begins with @ is asked of the call: `@user.team` is the field of the app user who calls,
 * `@user.teams` the ids of their teams, `@now` the moment, `@now-7d` seven days before it (also `h` and `m`). `{text}` is that text and nothing else. Of a list any will do.
 */
const Value = z.union([Scalar, z.strictObject({ text: z.string().max(1500) }), z.array(Scalar).min(1).max(limits.grantValues)], {
  error: `A value is a text of at most 1500 characters, a number, true, false, null, {"text": "…"}, or a list of at most ${limits.grantValues} values.`,
});
export type GrantValue = z.infer<typeof Value>;

export const GrantTerm = z
  .strictObject({ field: FieldPath, op: z.enum(grantOperators).default('='), value: Value })
  .superRefine(({ field, op, value }, { addIssue }) => {
    const issue = (message: string) => addIssue({ code: 'custom', path: ['value'], message });
    const given = Array.isArray(value) ? value : [value];
    for (const one of given) if (typeof one === 'string' && one.startsWith('@') && !askedOf(one)) issue(asked);
    if (/[<>]/.test(op) && (given.length > 1 || value === null || typeof value === 'boolean'))
      issue(`${op} compares with one value: a number, a time or a text.`);
    if (op === '~' && given.some((one) => one === null || one === '')) issue('~ needs the text to look for.');
    if (field === 'id' && op !== '=' && op !== '!=') issue('id is compared with = and != only.');
    if ((field === 'createdAt' || field === 'updatedAt') && (op === '~' || given.length > 1 || value === null))
      issue(`${field} is compared with one time.`);
  });
export type GrantTerm = z.infer<typeof GrantTerm>;
const asked = 'A value that begins with @ is @user.field, @now or @now-7d. For the text itself write {"text": "…"}.';

/** Any of these sets will do, in which all terms must hold. A plain list of terms is one set. */
const Condition = z.union([z.array(z.array(GrantTerm)).min(1), z.array(GrantTerm).transform((terms) => [terms])], {
  error: ({ errors }) =>
    firstInside(errors as z.core.$ZodIssue[][]) ?? 'Conditions are a list of {"field", "op", "value"}, or a list of such lists.',
});
export type GrantCondition = z.infer<typeof Condition>;

const Who = z.union(
  [
    z.enum(['anyone', 'signedIn']),
    z.strictObject({ owner: FieldPath }),
    z.strictObject({ role: z.union([z.string().min(1).max(100), z.array(z.string().min(1).max(100)).min(1).max(20)]) }),
    z.strictObject({ team: FieldPath, roles: z.array(z.string().min(1).max(100)).min(1).max(20).optional() }),
    z.strictObject({ key: z.string().min(1).max(100) }),
  ],
  {
    error:
      'who is "anyone", "signedIn", {"owner": "field"}, {"team": "field"} with or without "roles", {"role": "name"} or a list of names, or {"key": "id"}.',
  },
);
/**
 * `anyone`: app users and named keys. `signedIn`: app users. `owner`: the app user whose id is in the field. `role`: app users with it
 * in their own field `role`. `team`: members of the team whose id is in the field, those with one of the roles where they are named. `key`: a named key by its id, or `*` for each of them, within the verbs of the key itself.
 */
export type GrantWho = z.infer<typeof Who>;

export const grantVerbs = ['list', 'read', 'create', 'update', 'delete'] as const;
export type GrantVerb = (typeof grantVerbs)[number];

const GrantFields = z.strictObject({
  /** Not in any answer, and unknown to every question. */
  hidden: z.array(FieldName).max(limits.grantFields).optional(),
  readOnly: z.array(FieldName).max(limits.grantFields).optional(),
  /** Set once, and not changed afterwards. */
  writeOnce: z.array(FieldName).max(limits.grantFields).optional(),
  /** Set with every write, and by nobody else. */
  server: z.record(FieldName, Scalar).optional(),
});

export const Grant = z
  .strictObject({
    who: Who,
    verbs: z.array(z.enum(grantVerbs)).min(1).max(grantVerbs.length),
    /** The record as it is. */
    if: Condition.optional(),
    /** The record as a write leaves it: as `if` unless it is given. */
    after: Condition.optional(),
    fields: GrantFields.optional(),
  })
  .refine((grant) => termsOf(grant) <= limits.grantTerms, { error: `A rule has at most ${limits.grantTerms} conditions.` })
  .refine(({ verbs }) => new Set(verbs).size === verbs.length, { path: ['verbs'], error: 'A verb is there twice.' });
export type Grant = z.infer<typeof Grant>;

export const Grants = z
  .array(Grant)
  .max(limits.grants)
  .refine((grants) => JSON.stringify(grants).length <= limits.grantBytes, {
    error: `The rules of a storage have at most ${limits.grantBytes / 1024} KB.`,
  });
export type Grants = z.infer<typeof Grants>;

/** @returns what is wrong inside of the spelling that fits best; undefined for what is none of the spellings */
function firstInside(spellings: readonly (readonly z.core.$ZodIssue[])[]): string | undefined {
  const [issue] = spellings.flatMap(([first]) => first ?? []).sort((a, b) => b.path.length - a.path.length);
  if (!issue || issue.path.length === 0) return undefined;
  return `${placeInRules(issue.path)}: ${issue.message}`;
}

/** @returns a path in rules as programs write it: the first rule is [0] */
export function placeInRules(path: readonly PropertyKey[]): string {
  return path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
}

function termsOf({ if: before, after }: { if?: GrantCondition | undefined; after?: GrantCondition | undefined }): number {
  return [...(before ?? []), ...(after ?? [])].reduce((sum, { length }) => sum + length, 0);
}

/** A value that the call has, such as `@user.team` or `@now-7d`. */
export type AskedOf = { readonly kind: 'user'; readonly field: string } | { readonly kind: 'now'; readonly before: number };

/** @returns null for a text that is a value itself */
export function askedOf(value: Json): AskedOf | null {
  if (typeof value !== 'string' || !value.startsWith('@')) return null;
  const [, field] = /^@user\.([^.]+)$/.exec(value) ?? [];
  if (field !== undefined) return { kind: 'user', field };
  const [whole, amount = '0', unit = 'm'] = /^@now(?:-(\d{1,5})([dhm]))?$/.exec(value) ?? [];
  return whole === undefined ? null : { kind: 'now', before: Number(amount) * ({ d: 86_400_000, h: 3_600_000, m: 60_000 }[unit] ?? 0) };
}
