import { isDeepStrictEqual } from 'node:util';
import type { DocumentData, DocumentReference, Firestore, Precondition, UpdateData, WithFieldValue } from '@google-cloud/firestore';
import { charge } from './meter.ts';
import { gone, increment } from './values.ts';

/** One write as plain data, so that domain code can build and combine commits. */
export type Write =
  | { readonly kind: 'create'; readonly path: string; readonly data: object; readonly flags?: readonly string[] }
  | { readonly kind: 'set'; readonly path: string; readonly data: object; readonly merge: boolean }
  | {
      readonly kind: 'update';
      readonly path: string;
      readonly changes: Readonly<Record<string, unknown>>;
      readonly precondition?: Precondition;
      readonly flags?: FlagChanges;
    }
  | {
      readonly kind: 'add';
      readonly path: string;
      readonly texts: Readonly<Record<string, string>>;
      readonly by: Readonly<Record<string, number>>;
    }
  | { readonly kind: 'remove'; readonly path: string; readonly precondition?: Precondition };

/** Top-level fields that become true, and those that go. */
export interface FlagChanges {
  readonly set: readonly string[];
  readonly cleared: readonly string[];
}

/**
 * Fails with ALREADY_EXISTS when the document exists.
 * @param flags further fields of the document whose value is true: an object with many names of its own is slow to make and to copy
 */
export const create = (path: string, data: object, flags?: readonly string[]): Write =>
  flags ? { kind: 'create', path, data, flags } : { kind: 'create', path, data };
export const set = (path: string, data: object): Write => ({ kind: 'set', path, data, merge: false });
/** Maps are merged deeply. */
export const merge = (path: string, data: object): Write => ({ kind: 'set', path, data, merge: true });
/** Keys are dotted paths; fails with NOT_FOUND when the document is missing. @param flags as those of `create` */
export const update = (
  path: string,
  changes: Readonly<Record<string, unknown>>,
  { flags, ...precondition }: Precondition & { readonly flags?: FlagChanges | undefined } = {},
): Write => ({
  kind: 'update',
  path,
  changes,
  ...(Object.keys(precondition).length > 0 && { precondition }),
  ...(flags && { flags }),
});
/**
 * Adds to numbers of a document, which need not be there, without a lock.
 * @param texts are set besides. Keys are dotted paths of plain names.
 */
export const add = (path: string, texts: Readonly<Record<string, string>>, by: Readonly<Record<string, number>>): Write => ({
  kind: 'add',
  path,
  texts,
  by,
});
export const remove = (path: string, precondition?: Precondition): Write =>
  precondition ? { kind: 'remove', path, precondition } : { kind: 'remove', path };

/** The methods that a batch, a bulk writer and a transaction share. */
interface Writer {
  create(ref: DocumentReference, data: WithFieldValue<DocumentData>): unknown;
  set(ref: DocumentReference, data: WithFieldValue<DocumentData>, options?: { merge: boolean }): unknown;
  update(ref: DocumentReference, changes: UpdateData<DocumentData>, precondition?: Precondition): unknown;
  delete(ref: DocumentReference, precondition?: Precondition): unknown;
}

/** @returns the answer of `writer` */
export function addTo(writer: Writer, firestore: Firestore, write: Write): unknown {
  const ref = firestore.doc(write.path);
  switch (write.kind) {
    case 'create':
      return writer.create(ref, { ...write.data, ...flagged(write.flags) });
    case 'set':
      return writer.set(ref, write.data, { merge: write.merge });
    case 'update':
      return writer.update(ref, { ...write.changes, ...changed(write.flags) }, ...given(write.precondition));
    case 'add':
      return writer.set(ref, nested({ ...write.texts, ...mapped(write.by, increment) }), { merge: true });
    case 'remove':
      return writer.delete(ref, ...given(write.precondition));
  }
}

function mapped<T, R>(of: Readonly<Record<string, T>>, change: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, change(value)]));
}

/** @returns the maps that dotted paths lead into */
export function nested(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const whole: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(values)) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let map = whole;
    for (const name of names) map = (map[name] ??= {}) as Record<string, unknown>; // a path leads through maps only
    map[last] = value;
  }
  return whole;
}

function flagged(flags: readonly string[] = []): Record<string, true> {
  return Object.fromEntries(flags.map((name) => [name, true]));
}

function changed(flags: FlagChanges | undefined): Record<string, unknown> {
  return flags ? { ...flagged(flags.set), ...Object.fromEntries(flags.cleared.map((name) => [name, gone])) } : {};
}

/** The SDK takes an undefined precondition for an argument. */
function given(precondition: Precondition | undefined): [] | [Precondition] {
  return precondition ? [precondition] : [];
}

export function chargeWrites(writes: readonly Write[]): void {
  const removed = writes.filter((write) => write.kind === 'remove').length;
  if (removed > 0) charge('deletes', removed);
  if (writes.length > removed) charge('writes', writes.length - removed);
}

/** @returns the top-level fields that differ, as an update takes them; those that are gone are deleted */
export function changedFields(before: object, after: object): Record<string, unknown> {
  const [old, fresh] = [before as Readonly<Record<string, unknown>>, after as Readonly<Record<string, unknown>>]; // documents are maps
  const changes: Record<string, unknown> = {};
  for (const name of Object.keys(fresh)) {
    const isKept = Object.hasOwn(old, name) && (old[name] === fresh[name] || isDeepStrictEqual(old[name], fresh[name]));
    if (!isKept) changes[name] = fresh[name];
  }
  for (const name of Object.keys(old)) if (!Object.hasOwn(fresh, name)) changes[name] = gone;
  return changes;
}
