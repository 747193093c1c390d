import type { Json, StorageDocument } from '@bedplate/contract';
import { FieldValue } from '@google-cloud/firestore';
import { catalogueOf } from '../src/domain/records/index/catalogue.ts';
import { tokenOfElement } from '../src/domain/records/index/element-tokens.ts';
import { markedText } from '../src/domain/records/index/plain-value.ts';
import type { Timestamp } from '../src/store/model/values.ts';

/** @returns what takes a record's document back to the first form */
export function agedRecord(storage: StorageDocument<Timestamp>, fields: Record<string, Json>): Record<string, unknown> {
  const changes: Record<string, unknown> = { iv: FieldValue.delete() };
  for (const { code, path } of catalogueOf(storage).fields) {
    const value = fields[path];
    const scalar = ofFirstForm(value);
    if (scalar !== undefined) changes[`idx.${code}`] = scalar;
    if (!Array.isArray(value)) continue;
    for (const element of value) if (typeof element === 'string') changes[tokenOfElement(code, markedText(element))] = FieldValue.delete();
    for (const element of value) {
      const own = ofFirstForm(element);
      if (own !== undefined) changes[tokenOfElement(code, own)] = true;
    }
  }
  return changes;
}

function ofFirstForm(value: Json | undefined): boolean | number | string | undefined {
  if (typeof value !== 'string') return typeof value === 'object' ? undefined : value;
  if (value === 'true' || value === 'false') return value === 'true';
  return value !== '' && String(Number(value)) === value && Math.abs(Number(value)) <= Number.MAX_SAFE_INTEGER
    ? Number(value)
    : markedText(value);
}
