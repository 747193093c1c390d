import type { DataRecord, Grants } from '@bedplate/contract';
import { ApiError, invalidField } from '../../errors/api-error.ts';
import type { RecordServices } from '../../services/record-services.ts';
import { documentId } from '../../store/model/query-spec.ts';
import { toRecordJson } from '../records/model/present.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { isUserStorage } from '../records/model/user-storage.ts';
import { writeCursor } from '../records/query/cursor.ts';
import { list } from '../records/query/list.ts';
import type { ListQuery } from '../records/query/list-query.ts';
import type { Reach, ReachIn } from '../records/references/reach.ts';
import { reachedQuery } from './reached-query.ts';

const recordsPerPage = 100;
/** Each is at least one billed read, also where the user has nothing. */
const storagesPerPage = 10;

export interface OwnExport {
  readonly records: readonly OwnedRecord[];
  /** Storages that no list of the user's records is answered from, with the reason. */
  readonly leftOut: readonly { readonly storageId: string; readonly code: string }[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

interface OwnedRecord {
  readonly storageId: string;
  readonly storageKey: string;
  readonly record: DataRecord;
}

interface OwnExportServices {
  readonly records: RecordServices;
  readonly reachIn: Reach['reachIn'];
  /** @returns the rules of a storage that has some */
  readonly rulesOf: (storage: StorageRow) => Promise<Grants>;
}

/**
 * One page of the records that a user owns, of the storages whose lists are answered to the user, as those lists show them: by `userId`,
 * and where rules are about owners by their fields.
 * @throws {ApiError} invalid-argument for a cursor that is none
 */
export async function ownRecordsPage(
  services: OwnExportServices,
  { projectId, userId, cursor }: { projectId: string; userId: string; cursor: string | undefined },
): Promise<OwnExport> {
  const { records } = services;
  const start = cursor === undefined ? null : placeOf(cursor);
  const { rows } = await records.store.storages.query({
    where: [['projectId', '==', projectId]],
    orderBy: [[documentId, 'asc']],
    ...(start && { startAt: [start.storageId] }),
    limit: storagesPerPage + 1,
  });
  const found: OwnedRecord[] = [];
  const leftOut: OwnExport['leftOut'][number][] = [];
  const page = (next: Place | null): OwnExport => ({ records: found, leftOut, nextCursor: next && cursorOf(next) });
  for (const storage of rows.slice(0, storagesPerPage)) {
    if (storage.data.archived || isUserStorage(storage)) continue;
    const from = start?.storageId === storage.id ? start : { storageId: storage.id, field: 0, inner: undefined };
    if (found.length === recordsPerPage) return page(from);
    try {
      const next = await takeOf(services, storage, { userId, from, found });
      if (next) return page(next);
    } catch (error) {
      if (!(error instanceof ApiError) || (error.code !== 'permission-denied' && error.code !== 'query-too-broad')) throw error;
      if (error.code === 'query-too-broad') leftOut.push({ storageId: storage.id, code: error.code });
    }
  }
  const beyond = rows[storagesPerPage];
  return page(beyond ? { storageId: beyond.id, field: 0, inner: undefined } : null);
}

/** Adds what one storage has, up to a page. @returns the place from which the next page goes on, within this storage */
async function takeOf(
  services: OwnExportServices,
  storage: StorageRow,
  { userId, from, found }: { userId: string; from: Place; found: OwnedRecord[] },
): Promise<Place | null> {
  const { records } = services;
  const reach = await services.reachIn(storage);
  const fields = await ownerFieldsOf(services, storage, reach);
  let { inner } = from;
  for (const [at, field] of fields.entries()) {
    if (at < from.field) continue;
    const left = recordsPerPage - found.length;
    if (left === 0) return { storageId: storage.id, field: at, inner: undefined };
    const asked = { ...ownedBy(field, userId), limit: left, ...(inner === undefined ? {} : { cursor: inner }) };
    const query = await reachedQuery(records, storage, { query: asked, ...reach });
    const { found: rows, next } = await list(records, storage, query);
    for (const row of rows) {
      const record = toRecordJson(row, { softDelete: storage.data.is_softDelete, files: records.files });
      const shown = reach.access ? reach.access.lists.see(record) : record;
      const isTold = fields.slice(0, at).some((earlier) => record[earlier] === userId);
      if (shown && !isTold) found.push({ storageId: storage.id, storageKey: storage.data.storageKey, record: shown });
    }
    inner = undefined;
    if (next) {
      const written = writeCursor({ secret: records.cursorSecret, storageId: storage.id }, query, next);
      return { storageId: storage.id, field: at, inner: written };
    }
  }
  return null;
}

async function ownerFieldsOf({ rulesOf }: OwnExportServices, storage: StorageRow, { access }: ReachIn): Promise<string[]> {
  const rules = access ? await rulesOf(storage) : [];
  return [...new Set(['userId', ...rules.flatMap(({ who }) => (typeof who === 'object' && 'owner' in who ? [who.owner] : []))])];
}

function ownedBy(path: string, userId: string): ListQuery {
  return {
    filters: [{ path, operator: '=', literals: [{ text: userId, quoted: true }] }],
    sort: { path: 'createdAt', direction: 'asc' },
    limit: recordsPerPage,
    page: 1,
    countsNoTotal: true,
    deleted: 'no',
    explain: false,
  };
}

/** Where a page goes on: in which storage, by which of its owners' fields, and behind which record. */
interface Place {
  readonly storageId: string;
  readonly field: number;
  readonly inner: string | undefined;
}

function cursorOf({ storageId, field, inner = '' }: Place): string {
  return [storageId, field, inner].join('~');
}

function placeOf(cursor: string): Place {
  const found = /^([\w-]{1,128})~(\d{1,3})~([\w.-]{0,4000})$/.exec(cursor);
  if (!found) throw invalidField('cursor', 'cursor is not valid. Pass nextCursor of the page before.');
  const [, storageId = '', field, inner] = found;
  return { storageId, field: Number(field), inner: inner === '' ? undefined : inner };
}
