import type { z } from 'zod';
import { grantShape } from './texts/grant-texts.ts';

type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'> & { readonly errors?: unknown };
type Path = readonly PropertyKey[];

/**
 * A fault in the shape of rules as a person says it: "Rule 1, condition 2 of if, on price: > compares with one value: …".
 * @param issue of the schema of `Grants`, with its path from the list of rules on
 * @param rules what was given as the list
 */
export function ruleFault(issue: Issue, rules: unknown): string {
  const { path, message } = innermost(issue, rules);
  const place = placeOf(path, rules);
  return place === null ? message : grantShape('placed', { place, message });
}

/** Conditions have two spellings, and each says what is wrong with what was meant as the other. @returns the fault in the one that was meant */
function innermost({ path, message, errors }: Issue, rules: unknown): Pick<Issue, 'path' | 'message'> {
  const [at, part] = path;
  if (path.length > 2 || (part !== 'if' && part !== 'after') || !Array.isArray(errors)) return { path, message };
  const isNested = hasLists(memberOf(rules, [at ?? 0, part]));
  const [inside] = (errors as readonly (readonly Issue[])[])[isNested ? 0 : 1] ?? [];
  return inside && inside.path.length > 0 ? { path: [...path, ...inside.path], message: inside.message } : { path, message };
}

function placeOf([at, part, ...steps]: Path, rules: unknown): string | null {
  if (typeof at !== 'number') return null;
  const rule = grantShape('placeRule', { number: at + 1 });
  if (part === 'fields' && steps.length > 0) return grantShape('placePart', { rule, part: ['fields', ...steps.filter(isName)].join('.') });
  if (part !== 'if' && part !== 'after') return rule;
  const given = memberOf(rules, [at, part]);
  const [set, term] = hasLists(given) ? steps : [undefined, steps[0]];
  if (typeof term !== 'number') return grantShape('placePart', { rule, part });
  const values = { rule, part, number: term + 1 };
  const place = typeof set === 'number' ? grantShape('placeInSet', { ...values, set: set + 1 }) : grantShape('placeCondition', values);
  const field = memberOf(given, [...(set === undefined ? [] : [set]), term, 'field']);
  return typeof field === 'string' && field !== '' ? grantShape('placeField', { place, field: field.slice(0, 80) }) : place;
}

function isName(step: PropertyKey): step is string {
  return typeof step === 'string';
}

function hasLists(condition: unknown): boolean {
  return Array.isArray(condition) && condition.some(Array.isArray);
}

function memberOf(given: unknown, path: Path): unknown {
  return path.reduce<unknown>((inside, step) => (Object(inside) as Record<PropertyKey, unknown>)[step], given);
}
