import { type DeletedDocument, decodeFields, encodeFields, type Json, limits, type StoredFile } from '@bedplate/contract';
import { Timestamp } from '@google-cloud/firestore';
import { coerceFields } from '../model/coerce-fields.ts';
import { checkClientId } from '../model/client-id.ts';
import { ownerPart } from '../model/owner.ts';
import { operate } from '../model/operators.ts';
import { present } from '../model/present.ts';
import type { UpdateInput } from '../model/record-input.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { checkSize } from '../model/stored-size.ts';
import { type Cell, refusal } from './cells.ts';
import type { RecordBody } from './record-changes.ts';
import type { RecordWrite, WriteResult } from '../model/record-write.ts';
import { checkPreconditions } from './preconditions.ts';

/**
 * Works one write out on its cell; nothing is written yet. The index of a changed record follows once all writes are worked out.
 * @throws {ApiError} not-found, conflict, invalid-argument, payload-too-large, naming the write
 */
export function applyWrite(services: RecordServices, write: RecordWrite, cell: Cell | null, actor: string): WriteResult {
  checkPreconditions(write, cell);
  if (write.op === 'upsert' && !cell) checkClientId(write.id);
  if (!cell) throw refusal('not-found', write, 'Record not found.');
  const shown = (status: 'created' | 'updated' | 'restored'): WriteResult => ({
    ...outcome(write, cell, status),
    data: presented(services, cell),
  });
  const { live, deleted } = cell.now;
  switch (write.op) {
    case 'create':
      cell.now = { live: newRecord(services, cell, write.input.fields, actor, write.hash), deleted: null };
      cell.hash = write.hash ?? null;
      return shown('created');
    case 'upsert':
      if (!live) {
        if (deleted?.kind === 'trash')
          throw refusal('conflict', write, 'The record with this id is in the trash. Restore it, or delete it for good.');
        checkClientId(write.id, [write.where, 'id'].filter(Boolean).join('.'));
        cell.now = { live: newRecord(services, cell, merged({}, write.input), actor, write.hash), deleted: null };
        cell.hash = write.hash ?? null;
        return shown('created');
      }
      change(services, write, cell, live);
      return shown('updated');
    case 'update':
      if (!live) throw refusal('not-found', write, 'Record not found.');
      change(services, write, cell, live);
      return shown('updated');
    case 'delete':
      cell.now = { live: null, deleted: removed(services, write, cell) };
      return outcome(write, cell, 'deleted');
    case 'restore':
      cell.now = { live: restored(services, write, cell), deleted: null };
      return shown('restored');
  }
}

/** Keys of an import follow from the moment at which it began. */
const belatedMillis = 1000;

function newRecord(
  services: RecordServices,
  cell: Cell,
  fields: Record<string, Json>,
  actor: string,
  hash: string | undefined,
): RecordBody {
  checkSize(fields);
  const createdAt = cell.madeAt ?? Timestamp.now();
  return {
    data: encodeFields(fields),
    files: {},
    known: 0,
    ...(cell.clientId ? { clientId: cell.clientId } : {}),
    ...(hash ? { hasPassword: true as const } : {}),
    createdAt,
    // Listeners and kept lists follow this time: it tells when the record came, also of one whose key is older.
    updatedAt: services.now() - createdAt.toMillis() > belatedMillis ? Timestamp.fromMillis(services.now()) : createdAt,
    createdBy: actor,
  };
}

function change(services: RecordServices, write: Extract<RecordWrite, { op: 'update' | 'upsert' }>, cell: Cell, record: RecordBody): void {
  const before = decodeFields(record.data);
  const { input, hash } = write;
  const after = merged(before, write.coerce ? { ...input, fields: coerceFields(input.fields, before) } : input);
  const files = keptFiles(record.files ?? {}, before, after, write.file);
  checkSize(after, files);
  const hasPassword = hash !== undefined || (record.hasPassword === true && input.password !== null);
  if (hash !== undefined) cell.hash = hash;
  else if (input.password === null && record.hasPassword) cell.hash = null;
  cell.now = {
    live: {
      ...own(record),
      data: encodeFields(after),
      files,
      updatedAt: laterThan(record.updatedAt, services.now()),
      ...(hasPassword ? { hasPassword: true as const } : {}),
    },
    deleted: null,
  };
}

/** Without what the index and the moment of the change decide anew. */
function own({ data, files, known, clientId, createdAt, updatedAt, createdBy }: RecordBody): RecordBody {
  return { data, files, known, ...(clientId ? { clientId } : {}), createdAt, updatedAt, createdBy };
}

function merged(before: Record<string, Json>, { fields, operations }: UpdateInput): Record<string, Json> {
  const after: Record<string, Json> = { ...before, ...fields };
  for (const [name, operation] of operations) {
    const stored = Object.hasOwn(after, name) ? after[name] : undefined;
    const value = operate(name, stored === null ? undefined : stored, operation);
    if (value === undefined) delete after[name];
    else after[name] = value;
  }
  return after;
}

/** A file stays while its field keeps its value. */
function keptFiles(
  files: Record<string, StoredFile>,
  before: Record<string, Json>,
  after: Record<string, Json>,
  file: { field: string; stored: StoredFile } | undefined,
): Record<string, StoredFile> {
  const kept = Object.entries(files).filter(([field]) => JSON.stringify(before[field]) === JSON.stringify(after[field]));
  return { ...Object.fromEntries(kept), ...(file ? { [file.field]: file.stored } : {}) };
}

/** @returns the record in the trash, or what tells listeners and counts of a delete for good; the database's TTL removes that */
function removed(services: RecordServices, write: Extract<RecordWrite, { op: 'delete' }>, cell: Cell): DeletedDocument<Timestamp> {
  const { live, deleted } = cell.now;
  const found = live ?? (write.permanent && deleted?.kind === 'trash' ? deleted : null);
  if (!found) throw refusal('not-found', write, 'Record not found.');
  const now = services.now();
  const { createdAt, updatedAt } = found;
  const named = {
    ...(cell.clientId ? { clientId: cell.clientId } : {}),
    ...ownerPart(cell.storage, cell.clientId ?? cell.key, decodeFields(found.data ?? {})),
  };
  if (live && !write.permanent && cell.storage.data.is_softDelete) {
    const { data, files, createdBy, hasPassword } = live;
    const password = hasPassword ? { hasPassword } : {};
    return {
      kind: 'trash',
      ...named,
      data,
      files: files ?? {},
      ...password,
      createdAt,
      updatedAt,
      createdBy,
      deletedAt: Timestamp.fromMillis(now),
    };
  }
  cell.hash = null;
  const deletedAt = live ? Timestamp.fromMillis(now) : (deleted?.deletedAt ?? Timestamp.fromMillis(now));
  const expiresAt = Timestamp.fromMillis(now + limits.tombstoneDays * 86_400_000);
  return { kind: 'tombstone', ...named, createdAt, updatedAt, deletedAt, expiresAt };
}

function restored(services: RecordServices, write: RecordWrite, cell: Cell): RecordBody {
  const { deleted } = cell.now;
  if (deleted?.kind !== 'trash' || !deleted.data) throw refusal('not-found', write, 'Deleted record not found.');
  const { data, files, createdAt, createdBy, updatedAt, hasPassword, clientId } = deleted;
  const now = laterThan(updatedAt, services.now());
  return {
    data,
    files: files ?? {},
    known: 0,
    ...(clientId ? { clientId } : {}),
    ...(hasPassword ? { hasPassword } : {}),
    createdAt,
    updatedAt: now,
    restoredAt: now,
    createdBy: createdBy ?? '',
  };
}

function presented(services: RecordServices, { key, now, storage }: Cell) {
  const { live } = now;
  return live ? present(key, live, storage.data.is_softDelete, services.files) : undefined;
}

function outcome({ op }: RecordWrite, { key, clientId, storage }: Cell, status: WriteResult['status']): WriteResult {
  return { op, status, storageId: storage.id, id: clientId ?? key };
}

/** Clocks of instances differ; a record's times never go back. */
function laterThan(time: Timestamp, now: number): Timestamp {
  return Timestamp.fromMillis(Math.max(now, time.toMillis() + 1));
}
