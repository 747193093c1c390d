import { filterName, listPart, quotedLiteral } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { parseExpand } from '../references/parse-expand.ts';
import type { Filter } from './filter.ts';
import { parseListQuery } from './parse-query.ts';
import { numbers } from '../../../../test/numbers.ts';

const seed = Number(process.env.BEDPLATE_SEED ?? 11);
const random = numbers(seed);
const runs = Number(process.env.BEDPLATE_QUERIES ?? 4000);

const signs = ['"', '\\', '|', ';', ',', '(', ')', '[', '&', '=', '<', '>', '~', '!', ' ', '\n', '%', '+', "'"];
const letters = ['a', '5', '.', '-', 'é', 'e\u0301', '李', '👩🏽‍🚀', 'İ', '\u200d', '\u{10ffff}', 'null', 'and(', 'or('];
const pick = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)] as T; // of is never empty
const text = (from: readonly string[], most: number) => Array.from({ length: Math.floor(random() * most) }, () => pick(from)).join('');

/** A condition as it is spelt outside of lists, and what it means. */
interface Spelt {
  readonly spelt: string;
  readonly meant: Pick<Filter, 'path' | 'operator' | 'literals'>;
}

/** Outside of quotes bars stand behind a backslash, and so do ampersands; backslashes before these are written twice. */
function someCondition(): Spelt {
  const path = `f${text([...letters, ',', '(', ')', '"', '\\', ';', ' '], 4)
    .replaceAll(/\.+/g, '')
    .trim()}`;
  const operator = pick(['=', '=', '!=', '~', '>'] as const);
  const count = operator === '=' || operator === '!=' ? 1 + Math.floor(random() * 3) : 1;
  const literals = Array.from({ length: count }, () => {
    const value = text([...signs, ...letters], 7);
    const isOdd = value === '' || value === 'null' || /^["=<>~!]/.test(value);
    return { text: value === '' ? 'x' : value, quoted: isOdd || random() < 0.4 };
  });
  const spelt = literals
    .map((one) => (one.quoted ? quotedLiteral(one.text) : one.text.replaceAll(/(\\*)([|&])/g, '$1$1\\$2')))
    .map((one, i) => (i < literals.length - 1 && !literals[i]?.quoted ? one.replace(/\\+$/, '$&$&') : one));
  return { spelt: `${filterName(path)}${operator}${spelt.join('|')}`, meant: { path, operator, literals } };
}

const meaning = ({ path, operator, literals }: Filter) => ({ path, operator, literals });
const asked = (parameter: string, value: string) => parseListQuery(`${parameter}=${encodeURIComponent(value)}`);

test(`${runs} random conditions mean the same alone, in or, in and, and in expand: every mark in every place`, {
  timeout: Math.max(120_000, runs * 30),
}, () => {
  for (let run = 0; run < runs; run += 1) {
    const [first, second] = [someCondition(), someCondition()];
    const spelt = { seed, run, first: first.spelt, second: second.spelt };
    const both = [first.meant, second.meant];
    const alone = parseListQuery([first, second].map((one) => encodeURIComponent(one.spelt)).join('&'));
    expect({ ...spelt, alone: alone.filters.map(meaning) }).toEqual({ ...spelt, alone: both });
    const either = asked('or', `(${listPart(first.spelt)}, ${listPart(second.spelt)} )`).either ?? [];
    expect({ ...spelt, either: either.map((set) => set.map(meaning)) }).toEqual({ ...spelt, either: both.map((one) => [one]) });
    const nested = asked('or', `(and(${listPart(first.spelt)},or(${listPart(second.spelt)})))`).either ?? [];
    expect({ ...spelt, nested: nested.map((set) => set.map(meaning)) }).toEqual({ ...spelt, nested: [both] });
    const [inner] = parseExpand(`posts(${listPart(first.spelt)};expand=tags(${listPart(second.spelt)};limit=3) ;sortBy=a )`);
    const found = [inner?.query, inner?.expand[0]?.query].map((query) => query?.filters.map(meaning));
    expect({ ...spelt, found, sort: inner?.query?.sort.path, limit: inner?.expand[0]?.query?.limit }).toEqual({
      ...spelt,
      found: both.map((one) => [one]),
      sort: 'a',
      limit: 3,
    });
  }
});
