import { randomUUID } from 'node:crypto';

/** Calls of one millisecond begin alike. */
let latest = { millis: -1, start: '' };

/** A UUID of version 7, which begins with the time: a search for it then knows where to look. */
export function timedUuid(millis: number): string {
  if (latest.millis !== millis) latest = { millis, start: startOf(millis) };
  return latest.start + randomUUID().slice(15);
}

function startOf(millis: number): string {
  const time = millis.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7`;
}

/** @returns the time in such an id, in milliseconds since the epoch; null for another text */
export function timeOfUuid(id: string): number | null {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)) return null;
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}
