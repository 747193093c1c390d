import { invalidField } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import { fieldPath } from './parse-filter.ts';
import type { Rank } from './searched-words.ts';
import type { Condition } from './split-query.ts';

const mostWeights = 20;
const mostWeight = 100;

/** `rank=5` asks for a field of this name. */
export function isRank({ name, bracketed, operator, raw }: Condition): boolean {
  return !bracketed && name === 'rank' && operator === '=' && /^relevance(?:\(|$)/.test(raw);
}

/** Reads `relevance` and `relevance(title^3,body^0.5)`. @throws {ApiError} invalid-argument */
export function parseRank(text: string): Rank {
  const [, inside] = /^relevance(?:\((.*)\))?$/s.exec(text) ?? [];
  if (text !== 'relevance' && !inside) throw wrong();
  const weights = (inside ?? '')
    .split(',')
    .filter((part) => part !== '')
    .map(weightOf);
  if (weights.length > mostWeights) throw invalidField('rank', say('namesMany', { name: 'rank', max: mostWeights }));
  const twice = weights.find(({ path }, i) => weights.findIndex((one) => one.path === path) < i);
  if (twice) throw invalidField('rank', say('namedTwice', { path: twice.path.slice(0, 80), name: 'rank' }));
  return { weights };
}

function weightOf(part: string): Rank['weights'][number] {
  const [, path, weight] = /^\s*(.+?)\^(\d{1,3}(?:\.\d{1,3})?)\s*$/s.exec(part) ?? [];
  if (path === undefined || !(Number(weight) > 0) || Number(weight) > mostWeight) throw wrong();
  return { path: fieldPath('rank', path), weight: Number(weight) };
}

function wrong() {
  return invalidField('rank', say('rankShape', { max: mostWeight }));
}
