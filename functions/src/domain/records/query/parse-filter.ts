import { limits, literalsOf } from '@bedplate/contract';
import { invalidField } from '../../../errors/api-error.ts';
import { moment } from './date-bounds.ts';
import { type Filter, isNoTime } from './filter.ts';
import type { Condition } from './split-query.ts';

/** @throws {ApiError} invalid-argument for a condition that its field or its operator cannot have */
export function checkedFilter({ name, operator, value }: Condition, zone: string | undefined): Filter {
  const path = fieldPath(name, name);
  const literals = literalsOf(value);
  if (literals.length > limits.termsPerFilter) throw invalidField(name, `${name}: at most ${limits.termsPerFilter} values joined by "|".`);
  if (literals.some(({ text }) => text.length > 1500)) throw invalidField(name, `${name}: a value has at most 1500 characters.`);
  if (operator === '~' && literals.some(({ text }) => text === '')) throw invalidField(name, `${name}~ needs the text to look for.`);
  if (/[<>]/.test(operator) && (literals.length > 1 || literals.some(({ text, quoted }) => !quoted && isNoTime(text)))) {
    throw invalidField(name, `${name}${operator} needs exactly one value to compare with.`);
  }
  if (path === 'id' && operator !== '=' && operator !== '!=') throw invalidField(name, 'id can be compared with = and != only.');
  if (path === 'createdAt' || path === 'updatedAt' || path === 'deletedAt') {
    if (operator === '~' || (operator === '=' && literals.length > 1))
      throw invalidField(name, `${path} can be compared with = != > >= < <= and one time.`);
    for (const { text } of literals) if (path !== 'deletedAt' || !isNoTime(text)) moment(name, text, zone);
  }
  if (path.split('.')[0] === 'file_metadata') throw invalidField(name, 'file_metadata cannot be used to filter.');
  return { path, operator, literals };
}

/** Refuses passwords: no filter or order may reveal anything about them. */
export function fieldPath(parameter: string, path: string): string {
  const names = path.split('.');
  if (path.length > limits.fieldNameLength * 4 || names.some((name) => name === '' || /^__.*__$/.test(name))) {
    throw invalidField(parameter, `"${path.slice(0, 80)}" is not the name of a field.`);
  }
  if (path === 'password') throw invalidField(parameter, 'password cannot be used to filter or sort.');
  return path;
}
