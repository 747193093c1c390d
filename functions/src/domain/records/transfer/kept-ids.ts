import type { DocumentPath } from '../../../store/model/collection.ts';
import { invalidField } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import { millisOfId } from '../../../store/time-ordered-id.ts';
import { deletedPath, recordPath } from '../model/paths.ts';
import { aliasPath, checkClientId, isRecordId } from '../model/record-ids.ts';
import type { StorageRow } from '../model/storage-row.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import { type ImportDocument, keyOfRow } from './import-document.ts';

/** An import whose records keep the ids that they had elsewhere. */
export interface KeptIds {
  readonly importId: string;
  /** The part that an earlier call has begun, whose records are no strangers. */
  readonly begun: ImportDocument | null;
}

/** @returns the id in a row, if it has one @throws {ApiError} invalid-argument for one that no record of this storage can have */
export function keptId(storage: StorageRow, value: unknown, now: number): string | undefined {
  const given = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
  if (given === undefined || given === null || given === '') return undefined;
  const id = String(given);
  if (!isRecordId(id)) {
    checkClientId(id);
    return id;
  }
  const millis = millisOfId(id);
  if (millis === null || millis > now || !storage.data.shards.includes(id.charAt(0))) throw invalidField('id', say('idForeign'));
  return id;
}

/** @returns the rows whose id another record has, live or in the trash */
export async function takenRows(
  services: RecordServices,
  {
    storage,
    rows,
    ids: { importId, begun },
  }: { storage: StorageRow; rows: readonly { readonly row: number; readonly id: string }[]; ids: KeptIds },
): Promise<Set<number>> {
  const ownKey = (row: number) => begun && keyOfRow(importId, begun, { row, shard: storage.data.shards[0] ?? '0' }).id;
  const taken = new Set<number>();
  for (let from = 0; from < rows.length; from += 150) {
    const part = rows.slice(from, from + 150);
    const paths = part.map(({ id }): DocumentPath<object>[] =>
      isRecordId(id) ? [recordPath(storage.id, id), deletedPath(storage.id, id)] : [aliasPath(storage.id, id)],
    );
    const found = await services.store.getAll(paths.flat());
    let at = 0;
    part.forEach(({ row, id }, i) => {
      const holders = found.slice(at, at + (paths[i]?.length ?? 0)).filter((holder) => holder !== null);
      at += paths[i]?.length ?? 0;
      const isOwn = isRecordId(id) ? ownKey(row) === id : holders.some(({ data }) => 'ref' in data && data.ref === ownKey(row));
      // A record that was deleted for good leaves a mark for listeners, which its return replaces.
      if (!isOwn && holders.some(({ data }) => !('kind' in data) || data.kind !== 'tombstone')) taken.add(row);
    });
  }
  return taken;
}
