import { FieldValue, type Precondition, Timestamp } from '@google-cloud/firestore';
import { nested, type Write } from '../model/writes.ts';
import { segment } from './queries.ts';
import { encodeFields, encodeTime, NeedsSdk } from './values.ts';

const deletion = FieldValue.delete();

/**
 * @param root full name of the database's documents
 * @returns the JSON of a Write: https://firebase.google.com/docs/firestore/reference/rest/v1/Write @throws {NeedsSdk}
 */
export function wireWrite(write: Write, root: string): string {
  const name = `${root}/${write.path}`;
  switch (write.kind) {
    case 'create':
      return `{"update":${document(name, write.data, write.flags)},"currentDocument":{"exists":false}}`;
    case 'set':
      if (write.merge) throw new NeedsSdk('a merge');
      return `{"update":${document(name, write.data)}}`;
    case 'update':
      return updating(write, name);
    case 'add':
      return adding(write, name);
    case 'remove':
      return JSON.stringify({ delete: name, ...(write.precondition ? { currentDocument: conditionOf(write.precondition) } : {}) });
  }
}

function document(name: string, data: object, flags: readonly string[] = []): string {
  const fields = JSON.stringify(encodeFields(data));
  const more = flags.map((flag) => `,${JSON.stringify(flag)}:{"booleanValue":true}`).join('');
  const all = fields === '{}' ? `{${more.slice(1)}}` : `${fields.slice(0, -1)}${more}}`;
  return `{"name":${JSON.stringify(name)},"fields":${all}}`;
}

/** Whether the write's condition would refuse a second run. */
export function isConditional(write: Write): boolean {
  if (write.kind === 'create') return true;
  return 'precondition' in write && write.precondition?.lastUpdateTime !== undefined;
}

function updating({ changes, flags = { set: [], cleared: [] }, precondition }: Extract<Write, { kind: 'update' }>, name: string): string {
  const paths = Object.keys(changes);
  if (paths.some((path) => path.includes('.'))) throw new NeedsSdk('a path');
  const kept = paths.filter((path) => !(changes[path] instanceof FieldValue && changes[path].isEqual(deletion)));
  const fields = Object.fromEntries(kept.map((path) => [path, changes[path]]));
  const mask = JSON.stringify([...paths, ...flags.set, ...flags.cleared].map(segment));
  const condition = JSON.stringify(precondition ? conditionOf(precondition) : { exists: true });
  return `{"update":${document(name, fields, flags.set)},"updateMask":{"fieldPaths":${mask}},"currentDocument":${condition}}`;
}

function adding({ texts, by }: Extract<Write, { kind: 'add' }>, name: string): string {
  const mask = JSON.stringify(Object.keys(texts));
  const sums = JSON.stringify(Object.entries(by).map(([fieldPath, sum]) => ({ fieldPath, increment: { integerValue: String(sum) } })));
  return `{"update":${document(name, nested(texts))},"updateMask":{"fieldPaths":${mask}},"updateTransforms":${sums}}`;
}

function conditionOf({ exists, lastUpdateTime }: Precondition): object {
  if (lastUpdateTime instanceof Timestamp) return { updateTime: encodeTime(lastUpdateTime) };
  return { exists: exists ?? true };
}
