import { FieldValue, type Precondition, Timestamp } from '@google-cloud/firestore';
import type { Write } from '../writes.ts';
import { segment } from './queries.ts';
import { encodeFields, encodeTime, NeedsSdk } from './values.ts';

const deletion = FieldValue.delete();

/**
 * @param root full name of the database's documents
 * @returns the JSON of a Write: https://firebase.google.com/docs/firestore/reference/rest/v1/Write @throws {NeedsSdk}
 */
export function wireWrite(write: Write, root: string): string {
  const name = `${root}/${write.path}`;
  return write.kind === 'create' ? creation(name, write.data, write.flags) : JSON.stringify(changeOf(write, name));
}

function creation(name: string, data: object, flags: readonly string[] = []): string {
  const fields = JSON.stringify(encodeFields(data));
  const more = flags.map((flag) => `,${JSON.stringify(flag)}:{"booleanValue":true}`).join('');
  const all = fields === '{}' ? `{${more.slice(1)}}` : `${fields.slice(0, -1)}${more}}`;
  return `{"update":{"name":${JSON.stringify(name)},"fields":${all}},"currentDocument":{"exists":false}}`;
}

function changeOf(write: Exclude<Write, { kind: 'create' }>, name: string): object {
  switch (write.kind) {
    case 'set':
      if (write.merge) throw new NeedsSdk('a merge');
      return { update: { name, fields: encodeFields(write.data) } };
    case 'update':
      return updateOf(write.changes, name, write.precondition);
    case 'remove':
      return { delete: name, ...(write.precondition ? { currentDocument: conditionOf(write.precondition) } : {}) };
  }
}

/** A second time its condition would refuse it. */
export function isConditional(write: Write): boolean {
  if (write.kind === 'create') return true;
  return 'precondition' in write && write.precondition?.lastUpdateTime !== undefined;
}

function updateOf(changes: Readonly<Record<string, unknown>>, name: string, precondition: Precondition | undefined): object {
  const paths = Object.keys(changes);
  if (paths.some((path) => path.includes('.'))) throw new NeedsSdk('a path');
  const kept = paths.filter((path) => !(changes[path] instanceof FieldValue && changes[path].isEqual(deletion)));
  return {
    update: { name, fields: encodeFields(Object.fromEntries(kept.map((path) => [path, changes[path]]))) },
    updateMask: { fieldPaths: paths.map(segment) },
    currentDocument: precondition ? conditionOf(precondition) : { exists: true },
  };
}

function conditionOf({ exists, lastUpdateTime }: Precondition): object {
  if (lastUpdateTime instanceof Timestamp) return { updateTime: encodeTime(lastUpdateTime) };
  return { exists: exists ?? true };
}
