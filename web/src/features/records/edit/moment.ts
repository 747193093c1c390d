import { instantOf } from '@bedplate/contract';

/** A time as an editor shows it: the clock's date and time, and where that clock is. */
export interface Moment {
  /** As it is typed; "2026-03-29 01:30:00" when it is whole. */
  readonly clock: string;
  /** An IANA name, or an offset such as "+02:00". */
  readonly zone: string;
}

const offsetAtEnd = /(Z|[+-]\d{2}:?\d{2})$/i;

/** @param zone for a text without an offset */
export function momentOf(text: string, zone: string): Moment {
  const [, offset] = offsetAtEnd.exec(text) ?? [];
  const clock = text.replace(offsetAtEnd, '').replace(/^(\d{4}-\d{2}-\d{2})T/i, '$1 ');
  return { clock, zone: offset === undefined || !/\d[T ]\d/i.test(text) ? zone : nameOf(offset) };
}

/** @returns the moment by the clocks of the zone, where these show that offset then: another day gets the offset of its own */
export function byZone(moment: Moment, zone: string): Moment {
  const named = { clock: moment.clock, zone };
  return momentText(named) === momentText(moment) ? named : moment;
}

/** @returns ISO 8601 with the offset that the zone has at that time; a text that names no moment when the zone's clocks skip it */
export function momentText({ clock, zone }: Moment): string {
  const typed = clock.trim();
  if (typed === '') return '';
  const iso = typed.replace(/^(\d{4}-\d{2}-\d{2})\s+/, '$1T').replace(/(T\d{2}:\d{2})$/i, '$1:00');
  if (/^[+-]/.test(zone) || zone === 'UTC') return iso + (zone === 'UTC' ? 'Z' : zone);
  const key = instantOf(iso, { type: 'dateTime', zone });
  if (key === undefined) return `${typed} ${zone}`;
  const whole = (text: string) => Math.floor(Date.parse(text) / 1000);
  return iso + offsetName((whole(`${iso.slice(0, 19)}Z`) - whole(`${key.slice(0, 19)}Z`)) / 60);
}

function nameOf(offset: string): string {
  if (/^z$/i.test(offset) || /^[+-]00:?00$/.test(offset)) return 'UTC';
  return offset.includes(':') ? offset : `${offset.slice(0, 3)}:${offset.slice(3)}`;
}

function offsetName(minutes: number): string {
  if (minutes === 0) return 'Z';
  const two = (number: number) => String(Math.floor(Math.abs(number))).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}
