import type { CauseKind, RecordJobKind } from '@bedplate/contract';
import type { RecordServices } from '../../../services/record-services.ts';
import type { Write } from '../../../store/model/writes.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { endedEventWrites } from '../write/ended-events.ts';
import type { Telling } from '../write/result-events.ts';
import type { Job } from './job-kind.ts';

/** Work on more records has one event in all: a receiver would be busy with it for hours. Decision 104. */
export const mostToldEach = 100;

const causes: Partial<Record<RecordJobKind, CauseKind>> = {
  undo: 'undo',
  undoChanges: 'undo',
  changeMatching: 'change',
  restore: 'restore',
  repairField: 'schema',
  convertFields: 'schema',
};

/** The part of a job's input that says so; it is decided when the job begins. */
export function toldOncePart(isLarge: boolean): { isToldOnce?: true } {
  return isLarge ? { isToldOnce: true } : {};
}

/** Of work on a schema nobody knows before how many records break a rule: after so many the others are not told one by one. */
function isToldOnce({ input, kind, changed }: Job['data']): boolean {
  return input.isToldOnce === true || (causes[kind] === 'schema' && changed > mostToldEach);
}

/** Names the work in the events of the records that it changes, or leaves these out. */
export function tellingOf(storage: StorageRow, { id, data }: Job): { telling?: Telling } {
  const kind = causes[data.kind];
  if (!kind) return {};
  return { telling: { cause: { kind, id }, ...(isToldOnce(data) && { quietOf: data.storageIds ?? [storage.id] }) } };
}

/** The event of a job that has ended, for the commit that ends it. */
export async function endEvents(services: RecordServices, { id, data }: Job): Promise<Write[]> {
  const { kind, state, changed, kept, storageId, storageIds, storages } = data;
  const cause = causes[kind];
  if (!cause || state === 'running' || !isToldOnce(data)) return [];
  const rows = await services.store.storages.getAll(storageIds ?? [storageId]);
  const each = storages?.map((one) => ({ storageId: one.storageId, changed: one.changed, kept: one.kept }));
  return endedEventWrites(
    services,
    rows.filter((row) => row !== null),
    { kind: cause, ended: { id, state, changed, kept, ...(each && { storages: each }) } },
  );
}
