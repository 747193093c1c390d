import type { AppUserSession } from '@bedplate/contract';
import { passwordMark } from '../../crypto/crypt.ts';
import { notFound } from '../../errors/api-error.ts';
import type { RecordServices } from '../../services/record-services.ts';
import type { AppSessionDocument } from '../../store/documents/app-user-documents.ts';
import type { Readers } from '../../store/readers.ts';
import type { Row } from '../../store/model/row.ts';
import { privatePath } from '../records/model/paths.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { endSessions } from './sessions.ts';
import type { Self } from './self.ts';

const shownAtMost = 100;
/** More than anybody has; what is left ends with a second call. */
const endedAtMost = 400;

/** @returns the user's sessions, the last used first */
export async function listSessions(services: RecordServices, storage: StorageRow, { key, session }: Self): Promise<AppUserSession[]> {
  const [rows, secret] = await Promise.all([sessionsOf(services.store, storage.id, key), services.store.get(privatePath(storage.id, key))]);
  const mark = secret ? passwordMark(secret.data.password) : '';
  return rows
    .filter(({ data }) => data.passwordMark === mark && data.expiresAt.toMillis() > services.now())
    .sort((a, b) => b.data.rotatedAt.toMillis() - a.data.rotatedAt.toMillis())
    .slice(0, shownAtMost)
    .map(({ id, data }) => ({
      id,
      current: id === session,
      userAgent: data.began?.userAgent ?? '',
      country: data.began?.country ?? null,
      city: data.began?.city ?? null,
      createdAt: data.began?.at.toDate().toISOString() ?? null,
      lastUsedAt: data.rotatedAt.toDate().toISOString(),
      expiresAt: data.expiresAt.toDate().toISOString(),
    }));
}

/** Ends one session of the user. @throws {ApiError} not-found also for a session of somebody else */
export async function closeSession(services: RecordServices, storage: StorageRow, { key, id }: { key: string; id: string }): Promise<void> {
  const found = /^[\w-]{24}$/.test(id) ? await services.store.appSessions.get(id) : null;
  if (found?.data.storageId !== storage.id || found.data.key !== key) throw notFound('Session');
  await endSessions(services, storage, { key, ids: [id] });
}

/** Ends all sessions of the user. @param kept the session that asks, where it goes on */
export async function closeSessions(
  services: RecordServices,
  storage: StorageRow,
  { key, kept }: { key: string; kept?: string | undefined },
): Promise<void> {
  const rows = await sessionsOf(services.store, storage.id, key);
  await endSessions(services, storage, { key, ids: rows.map(({ id }) => id).filter((id) => id !== kept) });
}

export async function sessionsOf(door: Pick<Readers, 'appSessions'>, storageId: string, key: string): Promise<Row<AppSessionDocument>[]> {
  const { rows } = await door.appSessions.query({
    where: [
      ['storageId', '==', storageId],
      ['key', '==', key],
    ],
    limit: endedAtMost,
  });
  return [...rows];
}
