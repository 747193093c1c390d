import { elementTypeOf, type Json } from '@bedplate/contract';
import { elementToken } from '../../search-text/tokens.ts';
import { firstForm } from './first-form.ts';
import type { CatalogueField } from './catalogue.ts';
import { type SortValue, sortValueOf } from './index-value.ts';

/** @returns the token of each scalar in a list */
export function elementTokens({ code, declared }: CatalogueField, elements: readonly Json[]): string[] {
  const type = elementTypeOf(declared);
  const values = elements.map((element) => sortValueOf(element, type));
  return values.filter((value) => value !== undefined).map((value) => tokenOfElement(code, value));
}

/** @returns the tokens that a record of an earlier form, or from before a declaration, may have for the same list */
export function earlierTokens({ code, declared, declaredBefore }: CatalogueField, elements: readonly Json[]): string[] {
  const before = declaredBefore === 'none' ? undefined : elementTypeOf(declaredBefore);
  const values = elements.flatMap((element) => [
    firstForm(element),
    ...(declared || declaredBefore ? [sortValueOf(element, undefined), sortValueOf(element, before)] : []),
  ]);
  return values.filter((value) => value !== undefined).map((value) => tokenOfElement(code, value));
}

/** @returns the token of a scalar in a field of lists */
export function tokenOfElement(code: string, value: SortValue): string {
  return typeof value === 'object' ? elementToken(code, value.kind, value.key) : elementToken(code, typeof value, String(value));
}
