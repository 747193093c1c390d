import type { ValueType } from '@bedplate/contract';
import type { Catalogue, CatalogueField } from './catalogue.ts';

/** @returns whether the index of every record has the field's values as it would have them today */
export function isSettled({ isFirstForm }: Catalogue, { types, declaredBefore }: CatalogueField): boolean {
  return declaredBefore === undefined && !(isFirstForm && types.includes('string'));
}

/** @returns whether some of the field's values may be indexed as bytes, in a stretch of their own */
export function mayBeExact({ declared, declaredBefore }: CatalogueField): boolean {
  return isExact(declared) || (declaredBefore !== 'none' && isExact(declaredBefore));
}

/** @returns whether some of the field's values may be indexed as times */
export function mayBeTime({ declared, declaredBefore }: CatalogueField): boolean {
  return isTime(declared) || (declaredBefore !== 'none' && isTime(declaredBefore));
}

function isTime(type: ValueType | undefined): boolean {
  return type?.type === 'date' || type?.type === 'dateTime';
}

function isExact(type: ValueType | undefined): boolean {
  return type?.type === 'integer' || type?.type === 'decimal';
}
