import { limits } from '@bedplate/contract';
import { type ApiError, invalidField } from '../../../errors/api-error.ts';
import { closingOf, splitNested, unescapedPart } from './split-nested.ts';
import { type Condition, splitQuery } from './split-query.ts';

/**
 * Reads `(status=open,and(price<5,stock>0))`. In a value a backslash makes a comma and parentheses characters, and so do double quotes.
 * @returns sets of conditions: of one of them all must hold
 * @throws {ApiError} invalid-argument that names what is wrong
 */
export function parseOr(text: string): Condition[][] {
  if (text.length > limits.orLength) throw wrong(`or has at most ${limits.orLength} characters.`);
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
  if (level > limits.orLevels) throw wrong(`or goes at most ${limits.orLevels} levels deep.`);
  const parts = splitNested(text, ',', (problem) => wrong(`or: ${problem}`)).map((part) => part.trim());
  if (parts.includes('')) throw wrong('or: a condition is missing beside a comma or in parentheses.');
  return parts;
}

function setsOf(part: string, level: number): Condition[][] {
  const [, name, inside] = /^([a-z]+)\s*=?\s*(?=\()(.*)$/is.exec(part) ?? [];
  if (name === 'and') return allOf(insideOf(inside ?? ''), level + 1);
  if (name === 'or') return eitherOf(insideOf(inside ?? ''), level + 1);
  if (/^[a-z]+\s*\(/i.test(part)) throw wrong(`or: ${(name ?? '').slice(0, 80)}(…) is not known, only and(…) and or(…).`);
  if (!/[=<>~]/.test(part)) throw wrong(`or: "${part.slice(0, 80)}" is no condition: write it as field=value, field>=value or field=a|b.`);
  return [splitQuery(encodeURIComponent(unescapedPart(part)), () => false)];
}

function insideOf(text: string): string {
  if (!text.startsWith('('))
    throw wrong('or takes conditions in parentheses, as in or=(status=open,price<5). A field of this name is filter[or].');
  const end = closingOf(text);
  if (end < 0) throw wrong('or: a parenthesis is not closed.');
  if (end < text.length) throw wrong(`or: "${text.slice(end, end + 80)}" behind a closed parenthesis is not understood.`);
  return text.slice(1, -1);
}

/** Each set is a walk of its own where no index has them all. */
function bounded<T>(sets: T[][]): T[][] {
  if (sets.length > limits.orSets)
    throw wrong(`or comes to more than ${limits.orSets} sets of conditions: take fewer, or a=1|2|3 for one field.`);
  return sets;
}

function wrong(message: string): ApiError {
  return invalidField('or', message);
}
