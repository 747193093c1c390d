import { fieldProblem, type Given, isDigits, type Json, numberOfDigits } from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';

/**
 * Puts numbers in the place of digits that a JSON text was read with, where no schema keeps them.
 * @param where names the value, as in "[3]" or "writes[3].data"
 * @throws {ApiError} invalid-argument that names the field whose digits no number holds
 */
export function plainNumbers(given: unknown, where = ''): unknown {
  if (!hasDigits(given)) return given;
  const [only] = Array.isArray(given) && given.length === 1 ? given : [];
  if (only !== undefined) return [numbersIn(only as Given, where)];
  return numbersIn(given as Given, where); // a parsed JSON text
}

function hasDigits(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return isDigits(value) || Object.values(value).some(hasDigits);
}

function numbersIn(given: Given, at: string): Json {
  if (isDigits(given)) return held(given.rawJSON, numberOfDigits(given), at);
  if (typeof given !== 'object' || given === null) return given;
  if (Array.isArray(given)) return given.map((element, i) => numbersIn(element, `${at}[${i}]`));
  const numbers = Object.create(null) as Record<string, Json>; // `__proto__` is a name like any other here
  for (const [name, value] of Object.entries(given)) numbers[name] = numbersIn(value, at === '' ? name : `${at}.${name}`);
  return numbers;
}

/** Passes on what is too large for any number: it is refused as such. */
function held(digits: string, number: number | undefined, at: string): number {
  if (number !== undefined) return number;
  if (!Number.isFinite(Number(digits))) return Number(digits);
  const problem = fieldProblem(at.slice(0, 200), { key: 'lostDigits' });
  throw new ApiError('invalid-argument', problem.message, { details: [problem], text: problem });
}
