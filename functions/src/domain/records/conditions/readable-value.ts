import { askedOf, type GrantTerm, literalsOfValue, readLiteral, type ValueType } from '@bedplate/contract';
import { catalogueOf } from '../index/catalogue.ts';
import type { StorageRow } from '../model/storage-row.ts';

export const times = ['createdAt', 'updatedAt'];

/** @returns whether the type of the field has the value; fields of the user have their values when the user calls */
export function isReadable(storage: StorageRow, { field, op, value }: GrantTerm): boolean {
  if (op === '~' || [value].flat().some((one) => askedOf(one as string)?.kind === 'user')) return true;
  const type = typeOf(storage, field);
  return literalsOfValue(value, { user: undefined, now: 0 }, type)?.every((literal) => readLiteral(literal, type)) ?? false;
}

/** @returns the type of a field, where it has one */
export function typeOf({ data }: StorageRow, field: string): ValueType | undefined {
  return times.includes(field) ? { type: 'dateTime' } : catalogueOf(data).byPath.get(field)?.declared;
}
