import { limits, literalsOf } from '@bedplate/contract';
import { invalidField } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import { moment } from './date-bounds.ts';
import { type Filter, isNoTime } from './filter.ts';
import type { Condition } from './split-query.ts';

/** Characters that an index takes of a text. */
const longestValue = 1500;

/** @throws {ApiError} invalid-argument for a condition that its field or its operator cannot have */
export function checkedFilter({ name, operator, value }: Condition, zone: string | undefined): Filter {
  const path = fieldPath(name, name);
  const literals = literalsOf(value);
  if (literals.length > limits.termsPerFilter) throw invalidField(name, say('filterValuesMany', { name, max: limits.termsPerFilter }));
  if (literals.some(({ text }) => text.length > longestValue))
    throw invalidField(name, say('filterValueLong', { name, max: longestValue }));
  if (operator === '~' && literals.some(({ text }) => text === '')) throw invalidField(name, say('filterTextMissing', { name }));
  if (/[<>]/.test(operator) && (literals.length > 1 || literals.some(({ text, quoted }) => !quoted && isNoTime(text)))) {
    throw invalidField(name, say('filterOneValue', { name, operator }));
  }
  if (path === 'id' && operator !== '=' && operator !== '!=') throw invalidField(name, say('filterId'));
  if (path === 'createdAt' || path === 'updatedAt' || path === 'deletedAt') {
    if (operator === '~' || (operator === '=' && literals.length > 1)) throw invalidField(name, say('filterTime', { path }));
    for (const { text } of literals) if (path !== 'deletedAt' || !isNoTime(text)) moment(name, text, zone);
  }
  if (path.split('.')[0] === 'file_metadata') throw invalidField(name, say('filterFiles'));
  return { path, operator, literals };
}

/** Refuses passwords: no filter or order may reveal anything about them. */
export function fieldPath(parameter: string, path: string): string {
  const names = path.split('.');
  if (path.length > limits.fieldNameLength * 4 || names.some((name) => name === '' || /^__.*__$/.test(name))) {
    throw invalidField(parameter, say('fieldNameNone', { name: path.slice(0, 80) }));
  }
  if (path === 'password') throw invalidField(parameter, say('filterPassword'));
  return path;
}
