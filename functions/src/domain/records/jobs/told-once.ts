import type { RecordServices } from '../../../services/record-services.ts';
import type { Write } from '../../../store/model/writes.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { undoneEventWrites } from '../write/event-writes.ts';
import type { Telling } from '../write/result-events.ts';
import type { Job } from './job-kind.ts';

/** An undo of more records has one event in all: a receiver would be busy with it for hours. */
export const mostToldEach = 100;

/** The part of a job's input that says so; it is decided when the job begins. */
export function toldOncePart(isLarge: boolean): { isToldOnce?: true } {
  return isLarge ? { isToldOnce: true } : {};
}

/** Names the undo in the events of the records that it changes, or leaves these out. */
export function tellingOf(storage: StorageRow, { id, data }: Job): Telling {
  return { cause: { kind: 'undo', id }, ...(data.input.isToldOnce === true && { quietOf: storage.id }) };
}

/** The event of a job that has ended, for the commit that ends it. */
export function endEvents(
  services: Pick<RecordServices, 'makeId' | 'now'>,
  storage: StorageRow | null,
  { id, data: { input, state, changed, kept } }: Job,
): Write[] {
  if (!storage || input.isToldOnce !== true || state === 'running') return [];
  return undoneEventWrites(services, storage, { id, state, changed, kept });
}
