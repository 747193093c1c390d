import { z } from 'zod';
import { askedOf, type GrantCondition, GrantConditionShape } from './grant.ts';
import { limits } from './limits.ts';
import { problem } from './texts/rules.ts';

/** Users whose field has one of the values: the form before conditions. */
const ValuesOfField = z.strictObject({
  field: z.string().trim().min(1, problem('secondFactorForEmpty')).max(limits.fieldNameLength),
  values: z.array(z.string().trim().min(1).max(100)).min(1, problem('secondFactorForEmpty')).max(limits.grantValues),
});
type ValuesOfField = z.infer<typeof ValuesOfField>;

/** Conditions of access rules on the user's own record. There is no caller yet, so no value of one. */
const Conditions = GrantConditionShape.refine((sets) => sets.every(({ length }) => length > 0), problem('secondFactorForEmpty'))
  .refine((sets) => sets.flat().length <= limits.grantTerms, problem('secondFactorForMany', { max: limits.grantTerms }))
  .refine((sets) => sets.flat().every(({ value }) => value !== ''), problem('secondFactorForEmpty'))
  .refine((sets) => !sets.flat().some(({ value }) => asksForUser(value)), problem('secondFactorForUser'));

/** Whom a required second factor is about. */
export const FactorCondition = z.union([Conditions, ValuesOfField.transform(askedConditions)], {
  error: ({ input, errors }) => (Array.isArray(input) ? firstOf(errors) : undefined) ?? problem('secondFactorForEmpty').error(),
});

/** As a storage keeps it: conditions as JSON, since Firestore has no lists in lists; earlier versions kept a field with its values. */
export type StoredFactorCondition = string | ValuesOfField;

/** @returns the conditions of any of their forms: of several values each by itself, so that any of them does */
export function askedConditions(stored: GrantCondition | StoredFactorCondition): GrantCondition {
  if (Array.isArray(stored)) return stored;
  if (typeof stored === 'string') return JSON.parse(stored) as GrantCondition; // written by the server
  const { field, values } = stored;
  return values.map((value) => [{ field, op: '=', value: value.startsWith('@') ? { text: value } : value }]);
}

function asksForUser(value: GrantCondition[number][number]['value']): boolean {
  return (Array.isArray(value) ? value : [value]).some((one) => typeof one === 'string' && askedOf(one)?.kind === 'user');
}

/** @returns what is wrong with conditions, which are the first of the forms */
function firstOf(forms: unknown): string | undefined {
  const [[issue] = []] = forms as z.core.$ZodIssue[][];
  return issue?.message;
}
