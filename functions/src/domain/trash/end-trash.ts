import type { DeletedDocument } from '@bedplate/contract';
import { log } from '../../config/log.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { appDeletions, trash, trashRounds } from '../../store/collections.ts';
import type { TenantDocument } from '../../store/documents/documents.ts';
import type { NightlyRound } from '../../store/documents/nightly-round.ts';
import { documentId } from '../../store/model/query-spec.ts';
import type { Row } from '../../store/model/row.ts';
import { Timestamp } from '../../store/model/values.ts';
import { inTurns } from '../../runtime/in-turns.ts';
import { severalAtOnce } from '../../runtime/several-at-once.ts';
import { lookNightly } from '../nightly/look-nightly.ts';
import type { RecordWrite } from '../records/model/record-write.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { isUserStorage } from '../records/model/user-storage.ts';
import { writeRecords } from '../records/write/write-records.ts';
import { announceTrash, type FilledTrash } from './announce-trash.ts';
import { dayMillis, oldestDeletion, trashEnd, trashTerm } from './trash-term.ts';

/** The hour (UTC) from which on the night's look begins: behind the backups, which hold nothing of the trash. */
const nightHour = 2;
const pageSize = 50;
/** Storages that are looked at in parallel. */
const together = 20;
/** Of changes that nobody makes but the end of a record's time. */
const actor = 'trash';

/**
 * Removes for good what has been in the trash for as long as its storage says, and announces large parts before. A night's look costs a
 * read for each account and two for each storage; a run that ends early is continued at the account where it was, and an account with
 * more to remove than its turn has time for goes on behind all others.
 * Decision 084.
 */
export async function endTrash(services: Services, runMillis = 40_000): Promise<void> {
  const now = services.clock();
  const until = now + runMillis;
  const round = (await services.store.trashRounds.get('nightly'))?.data;
  const since = round?.since ?? Timestamp.fromMillis(now);
  const note = async (noted: NightlyRound) => void (await services.store.commit([trashRounds.set('nightly', { ...noted, since })]));
  // The first look removes nothing: what lies there has its time from here on.
  if (!round) return note({ day: new Date(now).toISOString().slice(0, 10), after: null, isDone: true });
  await lookNightly<TenantDocument>(services.clock, {
    hour: nightHour,
    until,
    round,
    note,
    page: async (after, limit) =>
      (await services.store.tenants.query({ orderBy: [[documentId, 'asc']], ...(after !== null && { startAfter: [after] }), limit })).rows,
    get: (id) => services.store.tenants.get(id),
    each: (tenant, turnEnd) => endTrashOf(services, tenant, { since: since.toMillis(), until: turnEnd }),
  });
}

/** Announces first: what waits for its turn keeps no mail back. @returns whether there is more to remove */
async function endTrashOf(
  services: Services,
  tenant: Row<TenantDocument>,
  { since, until }: { since: number; until: number },
): Promise<boolean> {
  const { rows } = await services.store.storages.query({
    where: [
      ['tenantId', '==', tenant.id],
      ['archived', '==', false],
    ],
  });
  const filled: FilledTrash[] = [];
  await severalAtOnce(rows, together, async (storage) => {
    const oldest = await oldestDeletion(services.store, storage.id);
    if (oldest) filled.push({ storage, term: trashTerm(storage, since), oldest });
  });
  await announceTrash(services, tenant, filled);
  const now = services.clock();
  const due = filled.filter(({ term, oldest }) => trashEnd(term, oldest) <= now);
  const left = await inTurns(
    due.map((each) => emptying(services, each)),
    { now: services.clock, until },
    (step) => step(),
  );
  return left.length > 0;
}

/**
 * Removes what is due, a page a call; a record that cannot go now is passed over until the next night.
 * @returns a step, which says whether there is more
 */
function emptying(services: Services, { storage, term }: FilledTrash): () => Promise<boolean> {
  const latest = Timestamp.fromMillis(services.clock() - term.millis);
  const isOver = ({ deletedAt, stays }: Pick<DeletedDocument<Timestamp>, 'deletedAt' | 'stays'>) =>
    stays === undefined || trashEnd({ ...term, millis: Math.max(term.millis, stays * dayMillis) }, deletedAt) <= services.clock();
  let after: readonly unknown[] | undefined;
  return async () => {
    const { rows } = await services.store.in(trash(storage.id)).query({
      where: [
        ['kind', '==', 'trash'],
        ['deletedAt', '<=', latest],
      ],
      orderBy: [
        ['deletedAt', 'asc'],
        [documentId, 'asc'],
      ],
      ...(after ? { startAfter: after } : {}),
      limit: pageSize,
      select: ['deletedAt', 'stays'],
    });
    const leaving = await ofUsersWhoLeft(
      services,
      storage,
      rows.map(({ id }) => id),
    );
    const writes = rows
      .filter(({ id, data }) => !leaving.has(id) && isOver(data))
      .map(
        ({ id, data }) =>
          ({ op: 'delete', id, permanent: true, forgetsFiles: true, storage, where: '', ifDeletedAt: data.deletedAt }) as const,
      );
    if (writes.length > 0) await removeAll(services, writes);
    const last = rows.at(-1);
    after = last && [last.data.deletedAt, last.id];
    return rows.length === pageSize;
  };
}

/** Users who deleted themselves have days of their own, which a mail told them. */
async function ofUsersWhoLeft({ store }: Services, storage: StorageRow, keys: readonly string[]): Promise<ReadonlySet<string>> {
  if (!isUserStorage(storage) || keys.length === 0) return new Set();
  const rows = await store.in(appDeletions).getAll(keys);
  return new Set(rows.flatMap((row) => (row ? [row.id] : [])));
}

/** In one commit; where one of them refuses, each by itself. */
async function removeAll(services: Services, writes: readonly RecordWrite[]): Promise<void> {
  try {
    await writeRecords(services.records, writes, { actor });
  } catch (error) {
    const [write, ...others] = writes;
    if (!write || (error instanceof ApiError && error.code === 'not-found' && others.length === 0)) return; // restored meanwhile, or gone
    if (others.length > 0) for (const each of writes) await removeAll(services, [each]);
    else log.warn('trash.end-late', { storageId: write.storage.id }, error);
  }
}
