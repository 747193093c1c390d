import type { RecordServices } from '../../../services/record-services.ts';
import type { Following } from '../model/record-write.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { selectedBy, type Selection } from './selection.ts';
import { plannedUndo } from './planned-undo.ts';

/**
 * Keeps an undo from records that others made: one that theirs refer to is not removed, which would delete or clear those. Where the same
 * undo would do that to them by itself, as after an undo of a restore, they follow. In the storage of the undo each record goes by itself.
 */
export function followingOf(services: RecordServices, { id }: StorageRow, selection: Selection): Following {
  return {
    isOwn: (storageId) => storageId === id && selection.record === null,
    async follows(storage, key, field) {
      if (!storage.data.history) return false;
      const planned = await plannedUndo(services, storage, { key, oldest: 1, isSelected: selectedBy(selection) });
      if (!planned) return false;
      const { existence, fields } = planned.plan;
      return existence === 'remove' || (field !== null && Object.hasOwn(fields, field));
    },
  };
}
