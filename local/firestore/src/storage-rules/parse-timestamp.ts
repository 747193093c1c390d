import { Timestamp } from '../model/value.ts';

/** RFC 3339 in UTC with up to nine decimals. An unreadable text is the epoch, which no rule mistakes for now. */
export function parseTimestamp(text: string): Timestamp {
  const milliseconds = Date.parse(text);
  if (Number.isNaN(milliseconds)) return new Timestamp(0, 0);
  const fraction = /\.(\d{1,9})/.exec(text)?.[1] ?? '';
  return new Timestamp(Math.floor(milliseconds / 1000), Number(fraction.padEnd(9, '0')));
}
