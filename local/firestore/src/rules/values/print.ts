import { GeoPoint, Reference, Timestamp } from '../../model/value.ts';
import { Duration, MapDiff, PartialMap, pathOfReference, RuleError, RulePath, RuleSet, type RuleValue, Unknown } from './value.ts';

const maxLength = 160;
const maxItems = 20;

/** A value as rules would write it, cut to a bounded length. */
export function print(value: RuleValue): string {
  return cut(printed(value, 4));
}

/** The printed form of a float: `1.0`, never `1`. */
export function printFloat(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? `${value}.0` : String(value);
}

export function printPath(path: RulePath): string {
  return path.segments.map((segment) => `/${segment instanceof Unknown ? '?' : segment}`).join('');
}

/** RFC 3339 with as many decimals as needed. */
export function printTimestamp({ seconds, nanos }: Timestamp): string {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return `${seconds}s`;
  const fraction = nanos === 0 ? '' : `.${String(nanos).padStart(9, '0').replace(/0+$/, '')}`;
  return `${date.toISOString().slice(0, -5)}${fraction}Z`;
}

function printed(value: RuleValue, depth: number): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return printFloat(value);
  if (typeof value === 'string') return `'${cut(value)}'`;
  if (depth === 0) return '…';
  if (Array.isArray(value)) return `[${listed(value, depth)}]`;
  if (value instanceof Map) return `{${entries(value, depth)}}`;
  if (value instanceof PartialMap) return `{${entries(value.entries, depth)}${value.entries.size > 0 ? ', ' : ''}…}`;
  if (value instanceof RuleSet) return `set(${listed([...value.items.values()], depth)})`;
  if (value instanceof Timestamp) return `timestamp(${printTimestamp(value)})`;
  if (value instanceof Duration) return `duration(${Number(value.nanos) / 1e9}s)`;
  if (value instanceof RulePath) return printPath(value);
  if (value instanceof Reference) return printPath(pathOfReference(value));
  if (value instanceof GeoPoint) return `latlng(${value.latitude}, ${value.longitude})`;
  if (value instanceof Uint8Array) return `bytes(${value.length})`;
  if (value instanceof MapDiff) return 'map_diff';
  if (value instanceof RuleError) return `error: ${value.message}`;
  return value instanceof Unknown ? printUnknown(value) : '?';
}

function printUnknown({ facts }: Unknown): string {
  const parts: string[] = [];
  if (facts.lower) parts.push(`${facts.lower.inclusive ? '>=' : '>'} ${print(facts.lower.value)}`);
  if (facts.upper) parts.push(`${facts.upper.inclusive ? '<=' : '<'} ${print(facts.upper.value)}`);
  for (const value of facts.not ?? []) parts.push(`!= ${print(value)}`);
  for (const value of facts.contains ?? []) parts.push(`contains ${print(value)}`);
  return parts.length === 0 ? 'unknown' : `unknown (${parts.join(', ')})`;
}

function listed(items: readonly RuleValue[], depth: number): string {
  const shown = items.slice(0, maxItems).map((item) => printed(item, depth - 1));
  return [...shown, ...(items.length > maxItems ? ['…'] : [])].join(', ');
}

function entries(map: ReadonlyMap<string, RuleValue>, depth: number): string {
  const shown: string[] = [];
  for (const [key, value] of map) {
    if (shown.push(shown.length < maxItems ? `'${cut(key)}': ${printed(value, depth - 1)}` : '…') > maxItems) break;
  }
  return shown.join(', ');
}

function cut(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
