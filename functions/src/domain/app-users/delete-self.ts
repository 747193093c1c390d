import { randomBytes } from 'node:crypto';
import { sha256 } from '../../crypto/crypt.ts';
import { log } from '../../config/log.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { appDeletions } from '../../store/collections.ts';
import type { AppDeletionDocument } from '../../store/documents/app-user-documents.ts';
import { documentId } from '../../store/model/query-spec.ts';
import type { Row } from '../../store/model/row.ts';
import { Timestamp } from '../../store/model/values.ts';
import { deliver, newMail } from '../mail/outbox.ts';
import { identityWrites } from '../records/erasure/mark-erased.ts';
import { deletedPath, recordPath } from '../records/model/paths.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { writeRecords } from '../records/write/write-records.ts';
import { endedWrites } from './ended-sessions.ts';
import { type FullyProved, requireFullProof } from './full-proof.ts';
import { sessionsOf } from './own-sessions.ts';

const keptMillis = 30 * 86_400_000;
const perPage = 100;

/**
 * Deletes a user by the user's own wish. The record waits in the trash for thirty days, whatever the storage does otherwise, keeps its
 * names and comes back by the code of a mail; tokens end at once. Decision 073.
 * @returns the moment from which it is gone @throws {ApiError} permission-denied without a full proof
 */
export async function deleteSelf(
  services: Services,
  storage: StorageRow,
  { appName, ...proved }: FullyProved & { appName: string },
): Promise<{ goesAt: string }> {
  const { self } = proved;
  const user = await requireFullProof(services, storage, proved);
  const code = randomBytes(18).toString('base64url');
  const goesAt = Timestamp.fromMillis(services.clock() + keptMillis);
  const day = goesAt.toDate().toISOString().slice(0, 10);
  const mail = user.email
    ? newMail(services, {
        to: { name: user.name, address: user.email },
        template: 'app-user-deleted',
        values: { name: user.name, app: appName, code, day },
        app: user.app,
      })
    : null;
  const document = { storageId: storage.id, goesAt, ...(mail ? { codeHash: sha256(code) } : {}) };
  const [sessions, record] = await Promise.all([
    sessionsOf(services.store, storage.id, self.key),
    services.store.get(recordPath(storage.id, self.key)),
  ]);
  /** Ended sessions are named where the record lies from now on: their tokens stay over when it comes back. */
  const inTrash = record && { data: record.data, path: deletedPath(storage.id, self.key) };
  await writeRecords(
    services.records,
    [{ op: 'delete', id: self.key, permanent: false, toTrash: true, storage, ifPassword: user.mark, where: '' }],
    {
      actor: `user:${self.key}`,
      hook: {
        alsoWrites: () => [
          appDeletions.set(self.key, document),
          ...endedWrites(sessions, inTrash, services.clock()),
          ...(mail ? [mail.write] : []),
        ],
      },
    },
  );
  if (mail) await deliver(services, mail.id);
  return { goesAt: goesAt.toDate().toISOString() };
}

/** Brings a user back by the code of the mail. @throws {ApiError} not-found for one that is unknown, used or too late */
export async function undoDeletion(services: Services, storage: StorageRow, token: string): Promise<void> {
  const { rows } = await services.store.appDeletions.query({ where: [['codeHash', '==', sha256(token)]], limit: 1 });
  const [found] = rows;
  if (!found || found.data.storageId !== storage.id || found.data.goesAt.toMillis() <= services.clock()) throw badCode();
  await writeRecords(services.records, [{ op: 'restore', id: found.id, storage, where: '' }], {
    actor: `user:${found.id}`,
    hook: { alsoWrites: () => [appDeletions.remove(found.id)] },
  });
}

/** Deletes for good who has been away for thirty days; one who cannot go yet keeps none back that follows. A second run changes nothing. */
export async function purgeDeletedUsers(services: Services, runMillis = 240_000): Promise<void> {
  const now = services.clock();
  const until = now + runMillis;
  for (let after: readonly unknown[] | null = []; after; ) {
    const { rows } = await services.store.appDeletions.query({
      where: [['goesAt', '<=', Timestamp.fromMillis(now)]],
      orderBy: [
        ['goesAt', 'asc'],
        [documentId, 'asc'],
      ],
      ...(after.length > 0 && { startAfter: after }),
      limit: perPage,
    });
    for (const row of rows) {
      if (services.clock() >= until) return;
      await purge(services, row).catch((error: unknown) => log.warn('app-users.purge-late', { storageId: row.data.storageId }, error));
    }
    const last = rows.at(-1);
    after = last && rows.length === perPage ? [last.data.goesAt, last.id] : null;
  }
}

/** One who is back, by the owner's hand, stays. */
async function purge(services: Services, { id, data }: Row<AppDeletionDocument>): Promise<void> {
  const [storage, trash] = await Promise.all([
    services.store.storages.get(data.storageId),
    services.store.get<{ kind: string; deletedAt: Timestamp }>(deletedPath(data.storageId, id)),
  ]);
  // Deleted again by somebody else after a return: no wish of the user.
  const isTheirs = trash?.data.kind === 'trash' && trash.data.deletedAt.toMillis() <= data.goesAt.toMillis() - keptMillis + 60_000;
  if (!storage || !isTheirs) {
    await services.store.commit([appDeletions.remove(id)]);
    return;
  }
  const claims = await identityWrites(services, storage, id);
  await writeRecords(services.records, [{ op: 'delete', id, permanent: true, forgetsFiles: true, storage, where: '' }], {
    actor: `user:${id}`,
    hook: { alsoWrites: () => [appDeletions.remove(id), ...claims] },
  });
}

function badCode(): ApiError {
  return new ApiError('not-found', 'This code is wrong, was used, or has expired.');
}
