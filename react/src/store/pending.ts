import type { Change, Stored } from '@bedplate/client';
import { type AnyRecord, isPlain, type Listed, type Source, type Value } from './source.ts';

/** A change that the server has not answered yet. */
export type Pending = { storageId: string; id: string } & (
  | { kind: 'create'; record: AnyRecord }
  | { kind: 'change'; fields: Change<Record<string, unknown>> }
  | { kind: 'delete' }
);

/** @returns the state as it will be when the changes have succeeded */
export function withPending(source: Source, value: Value | undefined, pending: readonly Pending[]): Value | undefined {
  return pending.filter(({ storageId }) => storageId === source.storage.id).reduce((before, one) => after(source, before, one), value);
}

function after(source: Source, value: Value | undefined, pending: Pending): Value | undefined {
  if (value === undefined) return value;
  if (source.kind === 'list') return { ...(value as Listed), data: listAfter(source, value as Listed, pending) };
  return source.id === pending.id ? recordAfter(value as AnyRecord | null, pending) : value;
}

function listAfter({ query }: Extract<Source, { kind: 'list' }>, { data }: Listed, pending: Pending): AnyRecord[] {
  if (pending.kind === 'delete') return data.filter(({ id }) => id !== pending.id);
  if (pending.kind === 'change') return data.map((record) => (record.id === pending.id ? changed(record, pending.fields) : record));
  return isPlain(query) ? [pending.record, ...data].slice(0, query.limit ?? 10) : data;
}

function recordAfter(record: AnyRecord | null, pending: Pending): AnyRecord | null {
  if (pending.kind === 'delete') return null;
  if (pending.kind === 'create') return pending.record;
  return record && changed(record, pending.fields);
}

function changed(record: AnyRecord, fields: Change<Record<string, unknown>>): AnyRecord {
  const after: Record<string, unknown> = { ...record };
  for (const [name, change] of Object.entries(fields)) {
    if (change === undefined) continue;
    if (isUnset(change)) delete after[name];
    else after[name] = valueAfter(after[name], change);
  }
  return after as Stored<Record<string, never>>; // its fields are the caller's
}

/** The operators that the data API knows. */
function valueAfter(value: unknown, change: unknown): unknown {
  if (typeof change !== 'object' || change === null) return change;
  if ('$increment' in change) return typeof value === 'number' ? value + Number(change.$increment) : value;
  if ('$append' in change) return Array.isArray(value) ? [...value, change.$append] : [change.$append];
  if ('$remove' in change) return Array.isArray(value) ? value.filter((one) => one !== change.$remove) : value;
  return change;
}

function isUnset(change: unknown): boolean {
  return typeof change === 'object' && change !== null && '$unset' in change;
}
