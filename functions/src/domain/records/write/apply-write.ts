import {
  type DataRecord,
  type DeletedDocument,
  decodeFields,
  encodeFields,
  type FieldProblem,
  type Json,
  limits,
  type StoredFile,
} from '@bedplate/contract';
import { checkClientId } from '../model/record-ids.ts';
import { tooManyFields } from '../model/record-input.ts';
import { isOwnedBy, ownerPart } from '../model/owner.ts';
import { fromTrash, toRecordJson } from '../model/present.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { checkSize } from '../model/stored-size.ts';
import type { InFlightRecord } from './in-flight-record.ts';
import { fillRecord, markedBy, type NewContent } from './new-record.ts';
import { say } from '../../../errors/say.ts';
import { asksForProof, refusal } from './refusals.ts';
import type { RecordBody } from './record-changes.ts';
import type { FileOfField, RecordWrite, WriteResult } from '../model/record-write.ts';
import { checkPreconditions } from './preconditions.ts';
import { Timestamp } from '../../../store/model/values.ts';
import { taken } from '../model/unique-claims.ts';
import { isUserStorage } from '../model/user-storage.ts';
import type { FieldChecks } from './field-checks.ts';
import { type WithInput, writtenFields } from './written-fields.ts';

interface Context {
  readonly record: InFlightRecord | null;
  readonly actor: string;
  /** Of the storage's schema, if it has one. */
  readonly checks: FieldChecks | undefined;
}

/**
 * Applies one write to its record in memory. The index of a changed record is computed after all writes.
 * @throws {ApiError} not-found, conflict, invalid-argument, payload-too-large, naming the write
 */
export function applyWrite(services: RecordServices, write: RecordWrite, context: Context): WriteResult {
  const { actor, checks } = context;
  const found = write.access && context.record ? recordBefore(services, write, context.record) : null;
  // A caller out of reach of a record is answered as if there were none, whatever is asked.
  const record = isReached(write, context.record, found) ? context.record : null;
  checkPreconditions(write, record);
  if (write.op === 'upsert' && !record) requireClientId(write);
  if (!record)
    throw refusal(write, { code: 'not-found', sentence: say(write.op === 'restore' ? 'notFound.Deleted record' : 'notFound.Record') });
  if (write.undoes) record.undoes = write.undoes;
  const shown = (status: 'created' | 'updated' | 'restored', warnings: readonly FieldProblem[] = []): WriteResult => ({
    ...outcome(write, record, status),
    data: recordJson(services, record),
    ...(warnings.length > 0 && { warnings }),
  });
  const createdBy = (given: WithInput) => {
    const { fields, warnings } = writtenFields(prepared(given, null), null, checks);
    create(services, record, { content: { fields, actor, hash: given.hash }, file: write.op === 'create' ? write.file : undefined });
    if (write.op === 'create' && write.takenUp) takeUp(record, write.takenUp);
    settle(services, write, { record, before: null });
    return shown('created', warnings);
  };
  const changed = (given: Extract<RecordWrite, { op: 'update' | 'upsert' }>, stored: RecordBody) => {
    const warnings = change(services, prepared(given, found), { record, stored, checks });
    if (given.takenUp) takeUp(record, given.takenUp);
    settle(services, write, { record, before: found });
    return shown('updated', warnings);
  };
  const { live, deleted } = record.now;
  switch (write.op) {
    case 'create':
      if (live || deleted?.kind === 'trash') throw taken([{ fields: ['id'] }]);
      if (deleted?.erased) throw refusal(write, { code: 'not-found', sentence: say('notFound.Record') });
      return createdBy(write);
    case 'upsert':
      if (!live) {
        if (deleted?.kind === 'trash') throw refusal(write, { code: 'conflict', sentence: say('recordInTrash') });
        requireClientId(write);
        return createdBy(write);
      }
      return changed(write, live);
    case 'update':
      if (!live) throw refusal(write, { code: 'not-found', sentence: say('notFound.Record') });
      return changed(write, live);
    case 'delete':
      record.now = { live: null, deleted: removed(services, write, record) };
      if (write.forgetsFiles) record.forgetsFiles = true;
      return outcome(write, record, 'deleted');
    case 'restore':
      record.now = { live: restored(services, write, record), deleted: null };
      settle(services, write, { record, before: found });
      return shown('restored');
  }
}

function requireClientId({ id, where }: { readonly id: string; readonly where: string }): void {
  checkClientId(id, [where, 'id'].filter(Boolean).join('.'));
}

/** @returns the record, live or in the trash, as rules see it; null for a new one */
function recordBefore(services: RecordServices, write: RecordWrite, { key, now: { live, deleted } }: InFlightRecord): DataRecord | null {
  const stored = live ?? (deleted && fromTrash(deleted));
  if (!stored || write.op === 'create') return null;
  return toRecordJson({ id: key, stored }, { softDelete: false, files: services.files });
}

/** @param found the record as rules see it @throws {ApiError} permission-denied for a record that may be read and not changed */
function isReached(write: RecordWrite, record: InFlightRecord | null, found: DataRecord | null): boolean {
  if (write.op === 'create' || !record) return true;
  if (write.owner !== undefined && !isOwnedIn(record, write.owner)) {
    write.onForeign?.();
    return false;
  }
  return !found || !write.access || write.access.reach(write.op === 'delete' ? 'delete' : 'update', found);
}

/** @returns true for what is not there */
function isOwnedIn(record: InFlightRecord, owner: string): boolean {
  const { live, deleted } = record.now;
  const stored = live ?? (deleted?.kind === 'trash' && deleted.data ? { data: deleted.data } : null);
  return !stored || isOwnedBy(owner, record, stored);
}

/** @returns the write with the fields that rules set */
function prepared<W extends WithInput>(write: W, before: DataRecord | null): W {
  const set = write.access?.prepare(before, write.input);
  return set ? { ...write, input: { ...write.input, fields: { ...write.input.fields, ...set } } } : write;
}

function settle(
  services: RecordServices,
  write: RecordWrite,
  { record, before }: { readonly record: InFlightRecord; readonly before: DataRecord | null },
): void {
  const after = write.access && recordJson(services, record);
  if (after) write.access?.settle(before, after, new Set('input' in write ? Object.keys(write.input.fields) : []));
}

function create(
  services: RecordServices,
  record: InFlightRecord,
  { content, file }: { readonly content: NewContent; readonly file: FileOfField | undefined },
): void {
  const files = file ? { [file.field]: file.stored } : {};
  checkSize(content.fields, files);
  const live = fillRecord(services, record, content); // it takes the mark of an earlier record of this key away
  record.now = { ...record.now, live: { ...live, files } };
}

function change(
  services: RecordServices,
  write: Extract<RecordWrite, { op: 'update' | 'upsert' }>,
  { record, stored, checks }: Pick<Context, 'checks'> & { readonly record: InFlightRecord; readonly stored: RecordBody },
): readonly FieldProblem[] {
  const before = decodeFields(stored.data);
  const { input, hash } = write;
  const { fields: after, warnings } = writtenFields(write, { fields: before, hasPassword: stored.hasPassword === true }, checks);
  const files = keptFiles(stored.files ?? {}, { before, after, file: write.file });
  checkSize(after, files);
  // A record that an earlier version let grow can still be changed.
  if (Object.keys(after).length > Math.max(limits.fieldsPerRecord, Object.keys(before).length)) throw tooManyFields(write.where);
  const keepsPassword = stored.hasPassword === true && input.password !== null;
  if (hash !== undefined) record.hash = hash;
  else if (input.password === null && stored.hasPassword) record.hash = null;
  record.now = {
    live: {
      ...own(stored),
      data: encodeFields(after),
      files,
      updatedAt: laterThan(stored.updatedAt, services.now()),
      ...(hash !== undefined ? markedBy(hash) : keepsPassword ? passwordPart(stored) : {}),
    },
    deleted: null,
  };
  return warnings;
}

/** Without the fields that follow from the new index and from the moment of the change. */
function own({ data, files, known, clientId, endedSessions, teams, createdAt, updatedAt, createdBy }: RecordBody): RecordBody {
  return { data, files, known, ...(clientId ? { clientId } : {}), ...userPart({ endedSessions, teams }), createdAt, updatedAt, createdBy };
}

function passwordPart({ hasPassword, passwordMark }: Pick<RecordBody, 'hasPassword' | 'passwordMark'>) {
  return { ...(hasPassword ? { hasPassword } : {}), ...(passwordMark ? { passwordMark } : {}) };
}

/** Keeps what has ended and the teams of an app user, also through a stay in the trash. */
function userPart({ endedSessions, teams }: Pick<RecordBody, 'endedSessions' | 'teams'>) {
  return { ...(endedSessions ? { endedSessions } : {}), ...(teams ? { teams } : {}) };
}

/** A file stays while its field keeps its value. */
function keptFiles(
  files: Record<string, StoredFile>,
  { before, after, file }: { before: Record<string, Json>; after: Record<string, Json>; file: FileOfField | undefined },
): Record<string, StoredFile> {
  const kept = Object.entries(files).filter(([field]) => JSON.stringify(before[field]) === JSON.stringify(after[field]));
  return { ...Object.fromEntries(kept), ...(file ? { [file.field]: file.stored } : {}) };
}

/** The fields have the files' addresses already. */
function takeUp(record: InFlightRecord, files: readonly FileOfField[]): void {
  const { live } = record.now;
  if (!live) return;
  const taken = Object.fromEntries(files.map(({ field, stored }) => [field, stored]));
  record.now = { ...record.now, live: { ...live, files: { ...live.files, ...taken } } };
  record.takenUp = [...(record.takenUp ?? []), ...files.map(({ stored }) => stored)];
}

/** @returns the record in the trash, or a marker of the permanent delete for listeners and counts, which a TTL removes */
function removed(
  services: RecordServices,
  write: Extract<RecordWrite, { op: 'delete' }>,
  record: InFlightRecord,
): DeletedDocument<Timestamp> {
  if (write.owner !== undefined && isUserStorage(write.storage)) throw asksForProof(write.where);
  const { live, deleted } = record.now;
  const found = live ?? (write.permanent && deleted?.kind === 'trash' ? deleted : null);
  if (!found) throw refusal(write, { code: 'not-found', sentence: say('notFound.Record') });
  const now = services.now();
  const { createdAt, updatedAt } = found;
  const named = {
    ...(record.clientId ? { clientId: record.clientId } : {}),
    ...ownerPart(record.storage, record.clientId ?? record.key, decodeFields(found.data ?? {})),
  };
  if (live && !write.permanent && (record.storage.data.is_softDelete || write.toTrash)) {
    const { data, files, createdBy } = live;
    return {
      kind: 'trash',
      ...named,
      data,
      files: files ?? {},
      ...passwordPart(live),
      ...userPart(live),
      createdAt,
      updatedAt,
      createdBy,
      deletedAt: Timestamp.fromMillis(now),
    };
  }
  record.hash = null;
  const deletedAt = live ? Timestamp.fromMillis(now) : (deleted?.deletedAt ?? Timestamp.fromMillis(now));
  // As long as its history, which counts on from the tombstone.
  const days = Math.max(limits.tombstoneDays, record.storage.data.history ?? 0);
  const expiresAt = Timestamp.fromMillis(now + days * 86_400_000);
  return { kind: 'tombstone', ...named, createdAt, updatedAt, deletedAt, expiresAt, ...(write.erases && { erased: true }) };
}

function restored(services: RecordServices, write: RecordWrite, record: InFlightRecord): RecordBody {
  const { deleted } = record.now;
  if (deleted?.kind !== 'trash' || !deleted.data) throw refusal(write, { code: 'not-found', sentence: say('notFound.Deleted record') });
  const { data, files, createdAt, createdBy, updatedAt, clientId } = deleted;
  const now = laterThan(updatedAt, services.now());
  return {
    data,
    files: files ?? {},
    known: 0,
    ...(clientId ? { clientId } : {}),
    ...passwordPart(deleted),
    ...userPart(deleted),
    createdAt,
    updatedAt: now,
    restoredAt: now,
    createdBy: createdBy ?? '',
  };
}

function recordJson(services: RecordServices, { key, now, storage }: InFlightRecord) {
  const { live } = now;
  return live ? toRecordJson({ id: key, stored: live }, { softDelete: storage.data.is_softDelete, files: services.files }) : undefined;
}

function outcome({ op }: RecordWrite, { key, clientId, storage }: InFlightRecord, status: WriteResult['status']): WriteResult {
  return { op, status, storageId: storage.id, id: clientId ?? key };
}

/** Clocks of instances differ; a record's times never go back. */
function laterThan(time: Timestamp, now: number): Timestamp {
  return Timestamp.fromMillis(Math.max(now, time.toMillis() + 1));
}
