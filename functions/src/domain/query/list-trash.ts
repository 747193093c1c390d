import type { DeletedDocument } from '@bedplate/contract';
import type { Timestamp } from '@google-cloud/firestore';
import { decodeFields } from '@bedplate/contract';
import { documentId } from '../../store/query-spec.ts';
import type { Row } from '../../store/row.ts';
import { fromTrash } from '../records/present.ts';
import type { RecordServices, StorageRow } from '../records/record-services.ts';
import { Reader, tooBroad } from './budget.ts';
import { type Candidate, positionOf, subjectOf } from './candidate.ts';
import { readCursor } from './cursor.ts';
import { matches } from './filter.ts';
import type { ListQuery } from './list-query.ts';
import { comparePositions } from './order.ts';
import { keyRange } from './paths.ts';
import type { ListPage } from './run-plan.ts';
import { collectable } from './plan.ts';
import { recordsPath } from '../records/paths.ts';
import { candidateOf } from './candidate.ts';
import { shownFields } from '../records/present.ts';
import type { RecordDocument } from '@bedplate/contract';

/**
 * Lists the trash, alone or among the live records. The trash has no field indexes, so what is asked of it is read whole and
 * sorted here: up to 1,000 records of the asked time.
 * @throws {ApiError} query-too-broad beyond that
 */
export async function listWithTrash(services: RecordServices, storage: StorageRow, query: ListQuery): Promise<ListPage> {
  const reader = new Reader(services.store, collectable * 2);
  const cursor = readCursor(services.cursorSecret, storage.id, query);
  const live = query.deleted === 'include' ? await readLive(reader, storage, query) : [];
  const found = [...live, ...(await readTrash(reader, storage, query))]
    .filter((candidate) => matches(subjectOf(candidate), query.filters, query.search))
    .map((candidate) => ({ candidate, position: positionOf(candidate, query.sort) }))
    .sort((a, b) => comparePositions(a.position, b.position, query.sort));
  const after = cursor && found.findIndex(({ position }) => comparePositions(position, cursor.after, query.sort) > 0);
  const start = after === undefined ? (query.page - 1) * query.limit : after < 0 ? found.length : after;
  const page = found.slice(start, start + query.limit);
  const last = page.at(-1);
  return {
    found: page.map(({ candidate }) => candidate),
    page: Math.floor(start / query.limit) + 1,
    total: found.length,
    totalIsExact: true,
    next: last && start + page.length < found.length ? { after: last.position, seen: start + page.length } : null,
    path: query.deleted === 'only' ? 'trash, sorted' : 'live records and trash, sorted',
    reads: reader.spent,
  };
}

async function readLive(reader: Reader, storage: StorageRow, query: ListQuery): Promise<Candidate[]> {
  const { rows } = await reader.query<RecordDocument<Timestamp>>({
    from: recordsPath(storage.id),
    where: keyRange(query),
    orderBy: [[documentId, 'asc']],
    limit: collectable + 1,
    select: shownFields,
  });
  if (rows.length > collectable) throw tooBroad('Narrow it with dateFrom and dateTo, or list live and deleted records apart.');
  return rows.map(candidateOf);
}

async function readTrash(reader: Reader, storage: StorageRow, query: ListQuery): Promise<Candidate[]> {
  const { rows } = await reader.query<DeletedDocument<Timestamp>>({
    from: `storages/${storage.id}/deleted`,
    where: [['kind', '==', 'trash'], ...keyRange(query)],
    orderBy: [[documentId, 'asc']],
    limit: collectable + 1,
  });
  if (rows.length > collectable) throw tooBroad('Narrow it with dateFrom and dateTo.');
  return rows.flatMap((row) => trashCandidate(row) ?? []);
}

function trashCandidate(row: Row<DeletedDocument<Timestamp>>): Candidate | null {
  const stored = fromTrash(row.data);
  return stored && { id: row.id, stored, fields: decodeFields(stored.data) };
}
