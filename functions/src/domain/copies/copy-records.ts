import type { DeletedDocument } from '@bedplate/contract';
import { invalidField } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import { documentId } from '../../store/model/query-spec.ts';
import type { Timestamp } from '../../store/model/values.ts';
import type { Caller } from '../callers/caller.ts';
import { recordsPath, trashPath } from '../records/model/paths.ts';
import { fromTrash, shownFields, type StoredRecord, toRecordJson } from '../records/model/present.ts';
import { copiedStorage } from './copied-storage.ts';

/** Records of one part: few enough for the memory of an instance, should each have its full size. */
export const recordsOfPart = 200;

/** The end of a part, from which the next one goes on: of live records first, then of the trash. */
const places = ['live', 'trash'] as const;
type Place = (typeof places)[number];

export interface Part {
  content: string;
  /** Absent on the last part. */
  next?: string;
}

/**
 * Some of a storage's records as NDJSON, first the live ones and then those in the trash, each newest first.
 * @param after `next` of the part before
 * @throws {ApiError} not-found; invalid-argument for a place that is not ours
 */
export async function copyRecords(
  services: Services,
  { caller, storageId, after }: { caller: Caller; storageId: string; after?: string },
): Promise<Part> {
  const storage = await copiedStorage(services, caller, storageId);
  const { place, key } = readPlace(after);
  const { rows } = await services.store.query<StoredRecord | DeletedDocument<Timestamp>>({
    from: place === 'live' ? recordsPath(storageId) : trashPath(storageId),
    orderBy: [[documentId, 'asc']],
    ...(key ? { startAfter: [key] } : {}),
    limit: recordsOfPart,
    ...(place === 'live' ? { select: shownFields } : {}),
  });
  const shown = { softDelete: storage.data.is_softDelete || place === 'trash', files: services.records.files };
  const lines = rows.flatMap((row): string[] => {
    const stored = storedOf(row.data);
    return stored ? [`${JSON.stringify(toRecordJson({ id: row.id, stored }, shown))}\n`] : [];
  });
  const next = nextPlace(place, rows.length === recordsOfPart ? rows.at(-1)?.id : undefined);
  return { content: lines.join(''), ...(next ? { next } : {}) };
}

function storedOf(data: StoredRecord | DeletedDocument<Timestamp>): StoredRecord | null {
  return 'kind' in data ? fromTrash(data) : data; // a tombstone is no record
}

function readPlace(after: string | undefined): { place: Place; key: string } {
  if (after === undefined) return { place: 'live', key: '' };
  const [place = '', key = ''] = after.split(':');
  if (place !== 'live' && place !== 'trash') throw invalidField('after', say('afterHeader'));
  return { place, key };
}

function nextPlace(place: Place, last: string | undefined): string | undefined {
  if (last !== undefined) return `${place}:${last}`;
  return place === 'live' ? 'trash:' : undefined;
}
