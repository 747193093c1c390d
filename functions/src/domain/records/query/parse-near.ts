import { circleOf } from '@bedplate/contract';
import { invalidField } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import type { Filter } from './filter.ts';
import { fieldPath } from './parse-filter.ts';
import type { Condition } from './split-query.ts';

/** `near=5` and `near=the station` ask for a field of this name. */
export function isNear({ name, bracketed, operator, raw }: Condition): boolean {
  return !bracketed && name === 'near' && operator === '=' && /^\s*(?:[^\s(),|]+\()?\s*[-+]?[\d.]+\s*,/.test(raw);
}

/** Reads `52.52,13.405,5km` and `place(52.52,13.405,5km)`. @returns a condition on the named field, else on none yet @throws {ApiError} invalid-argument */
export function parseNear(text: string): Filter {
  const [, name, inside] = /^\s*([^\s(),|]+)\((.*)\)\s*$/s.exec(text) ?? [];
  const around = circleOf(inside ?? text);
  if (!around) throw invalidField('near', say('nearShape'));
  const path = name === undefined ? '' : fieldPath('near', name);
  return { path, operator: 'near', literals: [{ text: (inside ?? text).trim(), quoted: false }], around };
}
