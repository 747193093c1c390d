import { elementTypeOf, type Json } from '@bedplate/contract';
import { tokenOf } from '../../search-text/tokens.ts';
import { firstForm } from './first-form.ts';
import type { CatalogueField } from './catalogue.ts';
import { type SortValue, sortValueOf } from './index-value.ts';

const elementsPerArray = 100;

/** @returns one token per distinct scalar in an array, or null when there are too many */
export function elementTokens({ code, declared }: CatalogueField, elements: readonly Json[]): string[] | null {
  if (elements.length > elementsPerArray) return null;
  const type = elementTypeOf(declared);
  const values = elements.map((element) => sortValueOf(element, type)).filter((value) => value !== undefined);
  return [...new Set(values.map((value) => elementToken(code, value)))];
}

/** @returns the tokens that a record of an earlier form, or from before a declaration, may have for the same array */
export function earlierTokens({ code, declared, declaredBefore }: CatalogueField, elements: readonly Json[]): string[] {
  if (elements.length > elementsPerArray) return [];
  const before = declaredBefore === 'none' ? undefined : elementTypeOf(declaredBefore);
  const values = elements.flatMap((element) => [
    firstForm(element),
    ...(declared || declaredBefore ? [sortValueOf(element, undefined), sortValueOf(element, before)] : []),
  ]);
  return values.filter((value) => value !== undefined).map((value) => elementToken(code, value));
}

/** @returns the token of a scalar in an array field */
export function elementToken(code: string, value: SortValue): string {
  const [kind, text] = typeof value === 'object' ? [value.kind, value.key] : [typeof value, String(value)];
  return tokenOf('t', `${code}\0${kind}\0${text}`, 8);
}
