import { z } from 'zod';
import { between } from './between.ts';
import { limits } from './limits.ts';
import { isReservedField, systemFields } from './record.ts';
import { problem } from './texts/rules.ts';
import { type GrantShapeKey, grantShape } from './texts/grant-texts.ts';
import type { Values } from './texts/text.ts';
import type { Json } from './values/json.ts';

/** A grant lets somebody do something with some records of a storage. What no grant lets happen is refused. */

/** A field of the record itself: what is hidden, closed or set is so as a whole. */
const FieldName = z
  .string(fault('fieldName'))
  .min(1, fault('fieldName'))
  .max(limits.fieldNameLength, fault('fieldLong', { max: limits.fieldNameLength }))
  .refine(
    (name) => !name.includes('.') && !isReservedField(name) && !(systemFields as readonly string[]).includes(name),
    fault('fieldName'),
  );

/** A field or a dotted path in it, or what every record has. */
const FieldPath = z
  .string(fault('fieldGiven'))
  .min(1, fault('fieldGiven'))
  .max(limits.fieldNameLength * 4, fault('fieldLong', { max: limits.fieldNameLength * 4 }))
  .refine((path) => path.split('.').every((name) => name !== '' && !isReservedField(name)), fault('path'))
  .refine((path) => path !== 'password' && !unasked.includes(path.split('.')[0] ?? ''), fault('pathStored'));
const unasked = ['is_deleted', 'deletedAt', 'file_metadata'];

export const grantOperators = ['=', '!=', '<', '<=', '>', '>=', '~'] as const;
export type GrantOperator = (typeof grantOperators)[number];

const textSpelling = '{"text": "…"}';
const longest = 1500;
const valueShape = fault('valueShape', { text: textSpelling, max: limits.grantValues });
const Scalar = z.union([z.string().max(longest, valueShape), z.number(), z.boolean(), z.null()], valueShape);

/** Set with every write. No text that begins with @ is meant as that text: it is a value of the call, or a misspelt one. */
const ServerValue = z
  .union([z.string().max(longest, fault('serverValue')), z.number(), z.boolean(), z.null()], fault('serverValue'))
  .refine((value) => !isMisspelt(value), fault('serverAsked'));

/**
 * The other side of a comparison. A text that begins with @ is asked of the call: `@user.team` is the field of the app user who calls,
 * `@user.teams` the ids of their teams, `@now` the moment, `@now-7d` seven days before it (also `h` and `m`). `{text}` is that text and nothing else. Of a list any will do.
 */
const Value = z.union(
  [
    Scalar,
    z.strictObject({ text: z.string(valueShape).max(longest, valueShape) }, valueShape),
    z.array(Scalar).min(1, valueShape).max(limits.grantValues, valueShape),
  ],
  valueShape,
);
export type GrantValue = z.infer<typeof Value>;

export const GrantTerm = z
  .strictObject(
    { field: FieldPath, op: z.enum(grantOperators, fault('operator', { operators: grantOperators.join(' ') })).default('='), value: Value },
    ofParts('field', 'op', 'value'),
  )
  .superRefine(({ field, op, value }, { addIssue }) => {
    const issue = (message: string) => addIssue({ code: 'custom', path: ['value'], message });
    const given = Array.isArray(value) ? value : [value];
    for (const one of given) if (isMisspelt(one)) issue(grantShape('askedShape', { text: textSpelling }));
    if (/[<>]/.test(op) && (given.length > 1 || value === null || typeof value === 'boolean')) issue(grantShape('ranged', { op }));
    if (op === '~' && given.some((one) => one === null || one === '')) issue(grantShape('containsNothing'));
    if (field === 'id' && op !== '=' && op !== '!=') issue(grantShape('idCompared'));
    if ((field === 'createdAt' || field === 'updatedAt') && (op === '~' || given.length > 1 || value === null))
      issue(grantShape('timeCompared', { field }));
  });
export type GrantTerm = z.infer<typeof GrantTerm>;

/** Any of these sets will do, in which all terms must hold. A plain list of terms is one set. */
const conditionShape = fault('conditionShape', { term: '{"field", "op", "value"}' });
export const GrantConditionShape = z.union(
  [z.array(z.array(GrantTerm, conditionShape)).min(1), z.array(GrantTerm).transform((terms) => [terms])],
  {
    error: ({ errors }) =>
      firstInside(errors as z.core.$ZodIssue[][]) ?? grantShape('conditionShape', { term: '{"field", "op", "value"}' }),
  },
);
export type GrantCondition = z.infer<typeof GrantConditionShape>;

const whoShape = fault('whoShape', {
  owner: '{"owner": "field"}',
  team: '{"team": "field"}',
  role: '{"role": "name"}',
  key: '{"key": "id"}',
});
const rolesShape = fault('rolesShape', { max: 100, most: 20 });
const RoleName = z.string(rolesShape).min(1, rolesShape).max(100, rolesShape);
const RoleNames = z.array(RoleName, rolesShape).min(1, rolesShape).max(20, rolesShape);
const Who = z.union(
  [
    z.enum(['anyone', 'signedIn']),
    z.strictObject({ owner: FieldPath }, whoShape),
    z.strictObject({ role: z.union([RoleName, RoleNames], rolesShape) }, whoShape),
    z.strictObject({ team: FieldPath, roles: RoleNames.optional() }, whoShape),
    z.strictObject({ key: z.string(whoShape).min(1, whoShape).max(100, whoShape) }, whoShape),
  ],
  whoShape,
);
/**
 * `anyone`: app users and named keys. `signedIn`: app users. `owner`: the app user whose id is in the field. `role`: app users with it
 * in their own field `role`. `team`: members of the team whose id is in the field, those with one of the roles where they are named. `key`: a named key by its id, or `*` for each of them, within the verbs of the key itself.
 */
export type GrantWho = z.infer<typeof Who>;

export const grantVerbs = ['list', 'read', 'create', 'update', 'delete'] as const;
export type GrantVerb = (typeof grantVerbs)[number];
const verbsMissing = problem('verbsMissing', { verbs: grantVerbs.join(', ') });

const fieldNames = fault('fieldNames', { max: limits.grantFields });
const FieldNames = z.array(FieldName, fieldNames).max(limits.grantFields, fieldNames);
const GrantFields = z.strictObject(
  {
    /** Not in any answer, and unknown to every question. */
    hidden: FieldNames.optional(),
    readOnly: FieldNames.optional(),
    /** Set once, and not changed afterwards. */
    writeOnce: FieldNames.optional(),
    /** Set with every write, and by nobody else. */
    server: z.record(FieldName, ServerValue, fault('serverShape')).optional(),
  },
  ofParts('hidden', 'readOnly', 'writeOnce', 'server'),
);

export const Grant = z
  .strictObject(
    {
      who: Who,
      verbs: z.array(z.enum(grantVerbs, verbsMissing), verbsMissing).min(1, verbsMissing).max(grantVerbs.length),
      /** The record as it is. */
      if: GrantConditionShape.optional(),
      /** The record as a write leaves it: as `if` unless it is given. */
      after: GrantConditionShape.optional(),
      fields: GrantFields.optional(),
    },
    ofParts('who', 'verbs', 'if', 'after', 'fields'),
  )
  .refine((grant) => termsOf(grant) <= limits.grantTerms, fault('termsMany', { max: limits.grantTerms }))
  .refine(({ verbs }) => new Set(verbs).size === verbs.length, { path: ['verbs'], ...between('verbs'), ...fault('verbTwice') });
export type Grant = z.infer<typeof Grant>;

export const Grants = z
  .array(Grant, { error: ({ input }) => (input === undefined ? undefined : grantShape('list')) })
  .max(limits.grants, fault('rulesMany', { max: limits.grants }))
  .refine((grants) => JSON.stringify(grants).length <= limits.grantBytes, fault('large', { max: limits.grantBytes / 1024 }));
export type Grants = z.infer<typeof Grants>;

/** Rendered when a rule is broken, since the page has its language by then. */
function fault(key: GrantShapeKey, values?: Values) {
  return { error: () => grantShape(key, values) };
}

/** An object that is none, or has parts that nobody knows. One that is missing is told as in other calls. */
function ofParts(...known: readonly string[]) {
  const parts = known.join(', ');
  return {
    error({ code, input, keys }: { code?: string; input?: unknown; keys?: unknown }) {
      if (code === 'unrecognized_keys') return grantShape('partUnknown', { names: [keys].flat().join(', '), parts });
      return input === undefined ? undefined : grantShape('parts', { parts });
    },
  };
}

/** @returns what is wrong inside of the spelling that fits best; undefined for what is none of the spellings */
function firstInside(spellings: readonly (readonly z.core.$ZodIssue[])[]): string | undefined {
  const [issue] = spellings.flatMap(([first]) => first ?? []).sort((a, b) => b.path.length - a.path.length);
  if (!issue || issue.path.length === 0) return undefined;
  return grantShape('inside', { place: placeInRules(issue.path), message: issue.message });
}

/** @returns a path in rules as programs write it: the first rule is [0] */
export function placeInRules(path: readonly PropertyKey[]): string {
  return path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
}

function termsOf({ if: before, after }: { if?: GrantCondition | undefined; after?: GrantCondition | undefined }): number {
  return [...(before ?? []), ...(after ?? [])].reduce((sum, { length }) => sum + length, 0);
}

function isMisspelt(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('@') && !askedOf(value);
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
