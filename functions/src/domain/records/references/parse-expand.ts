import { limits, unlisted } from '@bedplate/contract';
import { ApiError, invalidField, type Sentence } from '../../../errors/api-error.ts';
import type { ListQuery } from '../query/list-query.ts';
import { fieldPath } from '../query/parse-filter.ts';
import { parseListQuery } from '../query/parse-query.ts';
import { closingOf, splitNested, trimmedPart } from '../query/split-nested.ts';

/** One part of `expand`: records to answer along with those that refer to them, or that they refer to. */
export interface Expansion {
  /** A reference field, or the key of a storage whose records refer to these. */
  readonly name: string;
  /** The reference field of the other storage; absent where its only one is meant. */
  readonly by: string | undefined;
  /** Which of the referring records, in which order; undefined when nothing but `fields` and `expand` was said. */
  readonly query: ListQuery | undefined;
  readonly fields: readonly string[] | undefined;
  /** Of the records that are found. */
  readonly expand: readonly Expansion[];
}

/**
 * Reads `author,comments(by=post;status=open;sortBy=createdAt;limit=5;fields=text)`. The next level is behind a dot, as in
 * `author.company`, or inside as `expand=…`. In a value a backslash makes `;`, `,` and parentheses characters, and so do double quotes.
 * @throws {ApiError} invalid-argument that names what is wrong
 */
export function parseExpand(text: string): readonly Expansion[] {
  const expansions = level(text, 1);
  if (countOf(expansions) > limits.expansions) throw wrong(`expand takes at most ${limits.expansions} names.`);
  return expansions;
}

function level(text: string, depth: number): Expansion[] {
  if (depth > limits.expandLevels) throw wrong(`expand goes at most ${limits.expandLevels} levels deep.`);
  return together(splitNested(text, ',', malformed).map((part) => expansion(part.trim(), depth)));
}

/** `author.company,author.city` is one author with both. */
function together(expansions: readonly Expansion[]): Expansion[] {
  const found = new Map<string, Expansion>();
  for (const one of expansions) {
    const before = found.get(one.name);
    if (before && (isNarrowed(before) || isNarrowed(one))) throw wrong(`expand names ${one.name} twice.`);
    found.set(one.name, before ? { ...before, expand: together([...before.expand, ...one.expand]) } : one);
  }
  return [...found.values()];
}

function isNarrowed({ by, query, fields }: Expansion): boolean {
  return by !== undefined || query !== undefined || fields !== undefined;
}

function expansion(text: string, depth: number): Expansion {
  const name = /^[^(.]*/.exec(text)?.[0].trim() ?? '';
  if (name === '') throw wrong('expand takes the names of reference fields, or of storages that refer to this one, joined by commas.');
  const after = text.slice(text.indexOf(name) + name.length).trimStart();
  const end = after.startsWith('(') ? closingOf(after) : 0;
  if (end < 0) throw wrong(`expand: the parenthesis after ${shown(name)} is not closed.`);
  const rest = after.slice(end).trim();
  if (rest !== '' && !rest.startsWith('.')) throw wrong(`expand: "${shown(rest)}" after ${shown(name)} is not understood.`);
  const inside = end > 0 ? options(name, after.slice(1, end - 1), depth) : plain;
  const deeper = rest === '' ? [] : level(rest.slice(1), depth + 1);
  return { ...inside, name, expand: together([...inside.expand, ...deeper]) };
}

const plain: Omit<Expansion, 'name'> = { by: undefined, query: undefined, fields: undefined, expand: [] };

function options(name: string, text: string, depth: number): Omit<Expansion, 'name'> {
  const given = new Map<string, string>();
  const conditions: string[] = [];
  for (const part of splitNested(text, ';', malformed).map(trimmedPart)) {
    const [, option, value = ''] = /^(by|fields|expand)\s*=(.*)$/s.exec(part) ?? [];
    if (option === undefined) {
      if (part !== '') conditions.push(unlisted(part));
      continue;
    }
    if (given.has(option)) throw wrong(`expand: ${option} is given twice for ${shown(name)}.`);
    given.set(option, value.trim());
  }
  const [by, fields, expand] = [given.get('by'), given.get('fields'), given.get('expand')];
  return {
    by: by === undefined ? undefined : fieldPath('expand', by),
    fields: fields === undefined ? undefined : fieldsOf(fields),
    query: conditions.length === 0 ? undefined : queryOf(name, conditions),
    expand: expand === undefined ? [] : level(expand, depth + 1),
  };
}

function fieldsOf(text: string): string[] | undefined {
  const names = splitNested(text, ',', malformed)
    .map((one) => one.trim())
    .filter((name) => name !== '');
  return names.length > 0 ? names.map((name) => fieldPath('expand', name)) : undefined;
}

const taken = ['limit', 'sortBy', 'sortOrder', 'search', 'dateFrom', 'dateTo'];
const notTaken = /^(page|cursor|deleted|explain)\s*=/;

function queryOf(name: string, conditions: readonly string[]): ListQuery {
  const odd = conditions.map((condition) => notTaken.exec(condition)?.[1]).find((parameter) => parameter !== undefined);
  if (odd)
    throw wrong(`expand: ${odd} has no meaning inside of ${shown(name)}; it takes conditions, by, fields, expand, ${taken.join(', ')}.`);
  try {
    return parseListQuery(conditions.map(encodeURIComponent).join('&'));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw invalidField('expand', `expand=${shown(name)}: ${error.message}`);
  }
}

function countOf(expansions: readonly Expansion[]): number {
  return expansions.reduce((sum, { expand }) => sum + 1 + countOf(expand), 0);
}

function wrong(message: string): ApiError {
  return invalidField('expand', message);
}

function malformed(problem: Sentence): ApiError {
  return invalidField('expand', problem);
}

function shown(text: string): string {
  return text.slice(0, 80);
}
