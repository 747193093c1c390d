import { type DataRecord, looksLikeId } from '@bedplate/contract';
import { useState } from 'react';
import { ownValue } from '../../../lib/own-value.ts';
import { cellText, isEmptyValue } from '../columns/cell-text.ts';
import { namingField } from '@bedplate/contract/record-name';

const shown = 3;
/** Letters for which half a card has room. */
const half = 20;
const times = ['createdAt', 'updatedAt', 'deletedAt'];

/** Fields that the cards of a page show: the same in each, so that records can be compared. */
export interface CardFields {
  /** The field that people know the records by. */
  title: string | undefined;
  /** The values below it; the first `short` of them have room beside each other. */
  values: readonly string[];
  short: number;
}

/**
 * @param names the fields that are not hidden, in the order in which someone wants them
 * @returns the fields that people tell the records apart by: no ids, no times of the system, no objects
 */
export function cardFields(names: readonly string[], rows: readonly DataRecord[]): CardFields {
  const title = namingField(names, rows);
  const isPlain = (name: string) =>
    rows.some((row) => !isEmptyValue(ownValue(row, name))) && rows.every((row) => !isObject(ownValue(row, name)));
  const values = names.filter((name) => name !== title && !looksLikeId(name) && !times.includes(name) && isPlain(name));
  const isShort = (name: string) => rows.every((row) => cellText(ownValue(row, name)).length <= half);
  const [short, long] = [values.slice(0, shown).filter(isShort), values.slice(0, shown).filter((name) => !isShort(name))];
  return { title, values: [...short, ...long], short: short.length };
}

/** The fields of a page's cards. Once there are enough they stay: values that jump are hard to read. */
export function useCardFields(names: readonly string[], rows: readonly DataRecord[]): CardFields {
  const key = names.join('\n');
  const [kept, setKept] = useState<{ key: string; fields: CardFields }>({ key, fields: none });
  const { title, values } = kept.fields;
  if (kept.key === key && title !== undefined && values.length === shown) return kept.fields;
  const fields = cardFields(names, rows);
  if (kept.key !== key || title !== fields.title || values.join('\n') !== fields.values.join('\n')) setKept({ key, fields });
  return fields;
}

const none: CardFields = { title: undefined, values: [], short: 0 };

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
