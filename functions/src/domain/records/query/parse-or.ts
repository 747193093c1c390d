import { limits, unlisted } from '@bedplate/contract';
import { ApiError, invalidField, type Sentence } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import { closingOf, splitNested, trimmedPart } from './split-nested.ts';
import { type Condition, splitQuery } from './split-query.ts';

/**
 * Reads `(status=open,and(price<5,stock>0))`. In a value a backslash makes a comma, parentheses, a
 * quote, a backslash and a space characters; double quotes around it make all of it a text.
 * @returns sets of conditions: of one of them all must hold
 * @throws {ApiError} invalid-argument that names what is wrong; query-too-broad for too many sets
 */
export function parseOr(text: string): Condition[][] {
  if (text.length > limits.orLength) throw wrong(say('orLong', { max: limits.orLength }));
  return eitherOf(insideOf(text.trim()), 1);
}

/** @returns sets for each way to meet one of the first and one of the second */
export function eachWithEach<T>(first: readonly (readonly T[])[], second: readonly (readonly T[])[]): T[][] {
  return bounded(first.flatMap((one) => second.map((other) => [...one, ...other])));
}

function eitherOf(text: string, level: number): Condition[][] {
  return bounded(partsOf(text, level).flatMap((part) => setsOf(part, level)));
}

function allOf(text: string, level: number): Condition[][] {
  return partsOf(text, level)
    .map((part) => setsOf(part, level))
    .reduce<Condition[][]>(eachWithEach, [[]]);
}

function partsOf(text: string, level: number): string[] {
  if (level > limits.orLevels) throw wrong(say('orDeep', { max: limits.orLevels }));
  const parts = splitNested(text, ',', wrong).map(trimmedPart);
  if (parts.includes('')) throw wrong(say('conditionMissing'));
  return parts;
}

function setsOf(part: string, level: number): Condition[][] {
  const [, name, inside] = /^([a-z]+)\s*=?\s*(?=\()(.*)$/is.exec(part) ?? [];
  if (name === 'and') return allOf(insideOf(inside ?? ''), level + 1);
  if (name === 'or') return eitherOf(insideOf(inside ?? ''), level + 1);
  if (/^[a-z]+\s*\(/i.test(part)) throw wrong(say('orGroupUnknown', { name: (name ?? '').slice(0, 80) }));
  if (!/[=<>~]/.test(part)) throw wrong(say('noCondition', { part: part.slice(0, 80) }));
  return [splitQuery(encodeURIComponent(unlisted(part)), () => false)];
}

function insideOf(text: string): string {
  if (!text.startsWith('(')) throw wrong(say('orShape'));
  const end = closingOf(text);
  if (end < 0) throw wrong(say('parenthesisOpen'));
  if (end < text.length) throw wrong(say('behindParenthesis', { text: text.slice(end, end + 80) }));
  return text.slice(1, -1);
}

/** Each set is a walk of its own where no index has them all. */
function bounded<T>(sets: T[][]): T[][] {
  if (sets.length > limits.orSets) throw new ApiError('query-too-broad', say('orSetsMany', { max: limits.orSets }), { field: 'or' });
  return sets;
}

function wrong(sentence: Sentence): ApiError {
  return invalidField('or', sentence);
}
