import { type JsonType, type Literal, type QueryWarning, quotedLiteral, readLiteral } from '@bedplate/contract';
import { inEnglish } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import type { Catalogue, CatalogueField } from '../index/catalogue.ts';
import { askedFilters } from './bound-query.ts';
import type { Filter } from './filter.ts';
import type { ListQuery } from './list-query.ts';

/** Tells of `price>=ten` and `author>5`: values of a kind that the field has never had, so that nothing is found. */
export function foreignValues({ byPath }: Catalogue, query: ListQuery): QueryWarning[] {
  return askedFilters(query).flatMap((filter) => {
    const field = byPath.get(filter.path);
    if (!field || field.declared || filter.operator === '!=') return [];
    const held: readonly JsonType[] = field.types.filter((type) => type !== 'null');
    // Lists and objects are compared part by part, and the catalogue does not know the parts of a list.
    if (held.length === 0 || held.includes('array') || held.includes('object')) return [];
    const asked = filter.literals.map((literal) => kindsOf(filter, literal));
    if (asked.some((kinds) => kinds === null || kinds.some((kind) => held.includes(kind)))) return [];
    return [{ field: filter.path.slice(0, 80), message: messageOf(filter, field, held) }];
  });
}

/** @returns the kinds of values that a literal is compared with; null when it finds values of several kinds, or records without the field */
function kindsOf({ operator }: Filter, literal: Literal): readonly JsonType[] | null {
  const reading = readLiteral(literal);
  if (!reading || reading.missing || operator === '~' || operator === 'near') return null;
  return (operator === '=' ? reading.equals : [reading.bound]).map((value) => typeof value as JsonType); // without a type a scalar is a text, number or boolean
}

function messageOf({ operator, literals: [literal] }: Filter, { path }: CatalogueField, held: readonly JsonType[]): string {
  const shown = path.slice(0, 80);
  const text = literal?.text.slice(0, 80) ?? '';
  const condition = `${shown}${operator}${literal?.quoted ? quotedLiteral(text) : text}`;
  const isNumber = kindOfBound(literal) === 'number';
  if (isNumber && held.length === 1 && held[0] === 'string')
    return inEnglish(say('onlyTexts', { name: shown, condition, quoted: `${shown}${operator}${quotedLiteral(text)}` }));
  const kinds = held.map((type) => kindWords[type]).join(' and ');
  return inEnglish(say('onlyOtherKinds', { name: shown, kinds, condition, kind: isNumber ? 'a number' : 'a text' }));
}

function kindOfBound(literal: Literal | undefined): string {
  return typeof (literal && readLiteral(literal)?.bound);
}

export const kindWords: Readonly<Record<JsonType, string>> = {
  null: 'null',
  boolean: 'true and false',
  number: 'numbers',
  string: 'texts',
  object: 'objects',
  array: 'lists',
};
