import { FieldValue, type Precondition, Timestamp } from '@google-cloud/firestore';
import { nested, type Write } from '../model/writes.ts';
import { dotted, segment } from './queries.ts';
import { encodeFields, encodeTime, isPlain } from './values.ts';

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
      return write.merge ? merging(write.data, name) : `{"update":${document(name, write.data)}}`;
    case 'update':
      return updating(write, name);
    case 'add':
      return adding(write, name);
    case 'remove':
      return JSON.stringify({ delete: name, ...(write.precondition ? { currentDocument: conditionOf(write.precondition) } : {}) });
  }
}

/** @param flags names of letters and digits, which JSON takes as they are */
function document(name: string, data: object, flags: readonly string[] = []): string {
  const fields = JSON.stringify(encodeFields(data)).slice(1, -1);
  const more = flags.length === 0 ? '' : `"${flags.join('":{"booleanValue":true},"')}":{"booleanValue":true}`;
  return `{"name":${JSON.stringify(name)},"fields":{${fields}${fields && more && ','}${more}}}`;
}

/** Whether the write's condition would refuse a second run. */
export function isConditional(write: Write): boolean {
  if (write.kind === 'create') return true;
  return 'precondition' in write && write.precondition?.lastUpdateTime !== undefined;
}

function updating({ changes, flags = { set: [], cleared: [] }, precondition }: Extract<Write, { kind: 'update' }>, name: string): string {
  const paths = Object.keys(changes);
  const kept = Object.fromEntries(paths.filter((path) => !isDeletion(changes[path])).map((path) => [path, changes[path]]));
  const fields = paths.some((path) => path.includes('.')) ? nested(kept) : kept;
  const mask = JSON.stringify([...paths.map(dotted), ...flags.set.map(segment), ...flags.cleared.map(segment)]);
  const condition = JSON.stringify(precondition ? conditionOf(precondition) : { exists: true });
  return `{"update":${document(name, fields, flags.set)},"updateMask":{"fieldPaths":${mask}},"currentDocument":${condition}}`;
}

/** Only the leaves that are named change; a map without any becomes empty. */
function merging(data: object, name: string): string {
  const { kept, paths } = leavesOf(data);
  return `{"update":${document(name, kept)},"updateMask":${JSON.stringify({ fieldPaths: paths })}}`;
}

function leavesOf(data: object, above = ''): { kept: Record<string, unknown>; paths: string[] } {
  const kept: Record<string, unknown> = {};
  const paths: string[] = [];
  for (const [key, value] of Object.entries(data)) {
    const path = `${above}${segment(key)}`;
    if (isPlain(value) && Object.keys(value).length > 0) {
      const below = leavesOf(value, `${path}.`);
      kept[key] = below.kept;
      paths.push(...below.paths);
    } else {
      if (!isDeletion(value)) kept[key] = value;
      paths.push(path);
    }
  }
  return { kept, paths };
}

function isDeletion(value: unknown): boolean {
  return value instanceof FieldValue && value.isEqual(deletion);
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
