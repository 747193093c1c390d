import { FieldValue } from '@google-cloud/firestore';

export { Timestamp } from '@google-cloud/firestore';

/** In a write: a value that the database works out. */
export type { FieldValue };

/** In an update: removes the field. */
export const gone = FieldValue.delete();

/** In a write: adds to the number in the field. */
export const increment = (by: number): FieldValue => FieldValue.increment(by);

/** In a write: adds elements to the list in the field, where they are missing. */
export const withElements = (...elements: readonly unknown[]): FieldValue => FieldValue.arrayUnion(...elements);

/** In a write: removes elements from the list in the field. */
export const withoutElements = (...elements: readonly unknown[]): FieldValue => FieldValue.arrayRemove(...elements);

/**
 * Writes a time as ISO 8601 in UTC without fraction and zone, such as 2026-05-01T12:00:00.
 * A list asks for each record, mostly of the same day, and `toISOString` takes ten times as long.
 * @param seconds since the epoch, of the years 0 to 9999
 */
export function secondsText(seconds: number): string {
  const day = Math.floor(seconds / 86_400);
  if (day !== latestDay.day) latestDay = { day, text: new Date(day * 86_400_000).toISOString().slice(0, 11) };
  const second = seconds - day * 86_400;
  const [hours, minutes] = [Math.floor(second / 3600), Math.floor(second / 60) % 60];
  return `${latestDay.text}${twoDigits[hours]}:${twoDigits[minutes]}:${twoDigits[second % 60]}`;
}

let latestDay = { day: Number.NaN, text: '' };
const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
