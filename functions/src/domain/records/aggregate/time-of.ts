import { instantOf, type Json, type ValueType } from '@bedplate/contract';

/** A moment, and the zone whose days it belongs to. */
interface Time {
  readonly millis: number;
  readonly zone: string | undefined;
}

/**
 * @param type as the field is declared; without it a text that spells a day or a time is one, in UTC where it says no offset
 * @param zone of the query; that of the field when absent
 * @returns undefined for a value that is no time
 */
export function timeOf(
  value: Json | undefined,
  { type, zone }: { type: ValueType | undefined; zone: string | undefined },
): Time | undefined {
  if (typeof value !== 'string') return undefined;
  const [of, other] = type?.type === 'date' || type?.type === 'dateTime' ? [type] : [{ type: 'dateTime' }, { type: 'date' }];
  const moment = instantOf(value, of);
  if (moment !== undefined) return { millis: millisOf(moment), zone: of.type === 'date' ? undefined : (zone ?? type?.zone) };
  const day = other && instantOf(value, other);
  return day === undefined ? undefined : { millis: millisOf(day), zone: undefined };
}

/** A key has microseconds. */
function millisOf(key: string): number {
  return Date.parse(`${key.slice(0, 23)}Z`);
}
