import type { DocumentChange, PreparedWrite } from './engine.ts';
import type { Document } from '../model/document.ts';
import { fieldAt, withField, withoutField } from '../model/field-path.ts';
import { identicalMaps } from '../model/identical-values.ts';
import { checkDocumentSize } from '../model/stored-fields.ts';
import type { MapValue, Timestamp, Value } from '../model/value.ts';
import type { UpdateWrite, Write, WriteResult } from '../model/write.ts';
import { RpcError } from '../model/rpc-error.ts';
import { applyTransforms } from './transforms.ts';

export interface PreparedCommit {
  readonly prepared: readonly PreparedWrite[];
  readonly changes: readonly DocumentChange[];
  readonly results: readonly WriteResult[];
  readonly after: (path: string) => Document | undefined;
}

/** The state from which a commit starts. */
export interface CommitBase {
  readonly databaseName: string;
  readonly get: (path: string) => Document | undefined;
  readonly commitTime: Timestamp;
  readonly requestTime: Timestamp;
}

/**
 * Applies writes in sequence to a working copy; nothing is stored.
 * @throws RpcError when a precondition fails or a document grows too large
 */
export function prepareWrites(writes: readonly Write[], base: CommitBase): PreparedCommit {
  const work = new Map<string, Document | undefined>();
  const get = (path: string): Document | undefined => (work.has(path) ? work.get(path) : base.get(path));
  const results = writes.map((write) => applyWrite(write, { current: get(write.path), work, base }));
  const before = new Map([...work.keys()].map((path) => [path, base.get(path)] as const));
  return {
    results,
    after: get,
    prepared: writes.map((write) => ({
      write,
      before: before.has(write.path) ? before.get(write.path) : base.get(write.path),
      after: get(write.path),
    })),
    changes: [...work]
      .map(([path, after]) => ({ path, before: before.get(path), after }))
      .filter((change) => change.before !== change.after),
  };
}

function applyWrite(
  write: Write,
  { current, work, base }: { current: Document | undefined; work: Map<string, Document | undefined>; base: CommitBase },
): WriteResult {
  checkPrecondition(write, { current, databaseName: base.databaseName, writtenBefore: work.has(write.path) });
  if (write.kind === 'verify') return current ? { updateTime: current.updateTime, transformResults: [] } : { transformResults: [] };
  if (write.kind === 'delete') {
    work.set(write.path, undefined);
    return { transformResults: [] };
  }
  const { fields, results } = updatedFields(write, current, base.requestTime);
  const unchanged = current !== undefined && identicalMaps(current.fields, fields);
  if (unchanged) return { updateTime: current.updateTime, transformResults: results };
  checkDocumentSize(write.path, fields);
  const stored = base.get(write.path);
  // Changed and changed back within this commit: the stored version stays.
  if (
    stored !== undefined &&
    current !== undefined &&
    work.has(write.path) &&
    stored.createTime === current.createTime &&
    identicalMaps(stored.fields, fields)
  ) {
    work.set(write.path, stored);
    return { updateTime: stored.updateTime, transformResults: results };
  }
  work.set(write.path, { path: write.path, fields, createTime: current?.createTime ?? base.commitTime, updateTime: base.commitTime });
  return { updateTime: base.commitTime, transformResults: results };
}

function updatedFields(
  write: UpdateWrite,
  current: Document | undefined,
  requestTime: Timestamp,
): { fields: MapValue; results: readonly Value[] } {
  const old = current?.fields ?? new Map<string, Value>();
  const fields = write.transformOnly ? old : write.mask ? maskedFields(old, write.fields, write.mask) : write.fields;
  return write.transforms.length === 0 ? { fields, results: [] } : applyTransforms(fields, write.transforms, requestTime);
}

function maskedFields(old: MapValue, fields: MapValue, mask: NonNullable<UpdateWrite['mask']>): MapValue {
  // Top-level fields, the usual case, on one copy.
  const copy = new Map(old);
  let merged: MapValue = copy;
  for (const path of mask) {
    const [name] = path;
    const value = fieldAt(fields, path);
    if (path.length === 1 && name !== undefined && merged === copy) {
      if (value === undefined) copy.delete(name);
      else copy.set(name, value);
    } else merged = value === undefined ? withoutField(merged, path) : withField(merged, path, value);
  }
  return merged;
}

function checkPrecondition(
  { path, precondition }: Write,
  { current, databaseName, writtenBefore }: { current: Document | undefined; databaseName: string; writtenBefore: boolean },
): void {
  if (precondition === undefined) return;
  const name = `${databaseName}/documents/${path}`;
  if (precondition.kind === 'exists') {
    // The request contradicts itself, so repeating it cannot help.
    if (precondition.exists && !current && writtenBefore)
      throw new RpcError('INVALID_ARGUMENT', `Cannot update a document after it was deleted in the same request: ${name}`);
    if (precondition.exists && !current) throw new RpcError('NOT_FOUND', `No document to update: ${name}`);
    if (!precondition.exists && current) throw new RpcError('ALREADY_EXISTS', `Document already exists: ${name}`);
    return;
  }
  const stored = current?.updateTime.toMicros() ?? 0;
  const required = precondition.updateTime.toMicros();
  if (stored !== required) {
    throw new RpcError('FAILED_PRECONDITION', `the stored version (${stored}) does not match the required base version (${required})`);
  }
}
