import type { StoredFile } from '@bedplate/contract';
import { decodeFields } from '@bedplate/contract';
import { log } from '../../config/log.ts';
import { sha256 } from '../../crypto/crypt.ts';
import type { Services } from '../../services/services.ts';
import { endpoints, fileUsage, hooks, unique } from '../../store/collections.ts';
import { increment, Timestamp } from '../../store/model/values.ts';
import type { Row } from '../../store/model/row.ts';
import { remove, set, update, type Write } from '../../store/model/writes.ts';
import { claimsOn, uniqueFields } from '../records/model/unique-claims.ts';
import { storageKeyId } from '../storages/storage-by-key.ts';
import { openToken } from '../webhooks/secrets.ts';

/** purges/{storageId}: a storage that is deleted for good, until nothing of it is left. Decision 048. */
interface PurgeDocument {
  readonly tenantId: string;
  readonly projectId: string;
  readonly storageKey: string;
  /** When it is a sweep's turn. */
  readonly dueAt: Timestamp;
}

type Purged = Pick<PurgeDocument, 'tenantId' | 'projectId' | 'storageKey'>;
/** The parts of any document below a storage that its deletion needs. */
interface Below {
  data?: Parameters<typeof decodeFields>[0];
  files?: Record<string, StoredFile>;
}

/** Collections below a storage. */
const below = ['records', 'deleted', 'departed', 'private', 'imports'] as const;
const pageSize = 100;
const inCallMillis = 5_000;
const patienceMillis = 2 * 60_000;
const perRun = 20;
const pathOf = (storageId: string) => `purges/${storageId}`;

/** The write that lets everything of a storage go, for the commit that removes the storage itself. */
export function purgeWrite({ clock }: Pick<Services, 'clock'>, storageId: string, { tenantId, projectId, storageKey }: Purged): Write {
  const dueAt = Timestamp.fromMillis(clock() + patienceMillis);
  return set(pathOf(storageId), { tenantId, projectId, storageKey, dueAt } satisfies PurgeDocument);
}

/** Removes after the commit what a call has time for; the sweep does the rest. */
export async function purgeNow(services: Services, storageIds: readonly string[]): Promise<void> {
  const until = services.clock() + inCallMillis;
  for (const id of storageIds) {
    const row = await services.store.get<PurgeDocument>(pathOf(id));
    if (row && services.clock() < until) await purge(services, row, until);
  }
}

/** Finishes what calls have not. Runs on a schedule. */
export async function sweepPurges(services: Services, runMillis = 40_000): Promise<void> {
  const until = services.clock() + runMillis;
  const { rows } = await services.store.query<PurgeDocument>({
    from: 'purges',
    where: [['dueAt', '<=', Timestamp.fromMillis(services.clock())]],
    orderBy: [['dueAt', 'asc']],
    limit: perRun,
  });
  for (const row of rows) if (services.clock() < until) await purge(services, row, until);
}

/** Each step may be done again: what is removed is found no more. */
async function purge(services: Services, row: Row<PurgeDocument>, until: number): Promise<void> {
  const storageId = row.id;
  try {
    for (const name of below) if (!(await emptied(services, row, name, until))) return;
    await removeFiles(services, row);
    await services.store.commit([...(await outsideOf(services, row)), remove(row.path)]);
  } catch (error) {
    log.warn('storages.purge-late', { storageId }, error);
    await services.store.commit([update(row.path, { dueAt: Timestamp.fromMillis(services.clock() + patienceMillis) })]);
  }
}

/** @returns whether nothing is left in the collection */
async function emptied(services: Services, { id, data }: Row<PurgeDocument>, name: string, until: number): Promise<boolean> {
  for (;;) {
    const { rows } = await services.store.query<Below>({ from: `storages/${id}/${name}`, limit: pageSize });
    if (rows.length === 0) return true;
    if (services.clock() >= until) return false;
    const holds = name === 'records' || name === 'deleted';
    const files = holds ? rows.flatMap((row) => Object.values(row.data.files ?? {})) : [];
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    const claims = holds && data.storageKey === 'users' ? rows.flatMap((row) => claimsIn(id, row.data)) : [];
    await services.store.commit([
      ...rows.map(({ path }) => remove(path)),
      ...[...new Set(claims)].map((path) => remove(path)),
      ...(files.length > 0 ? [fileUsage.merge(data.tenantId, { bytes: increment(-bytes), files: increment(-files.length) })] : []),
    ]);
  }
}

function claimsIn(storageId: string, { data }: Below): string[] {
  const fields = data ? decodeFields(data) : {};
  return uniqueFields.flatMap((field) => claimsOn(storageId, field, fields[field]).map(({ path }) => path));
}

async function removeFiles({ records: { files } }: Services, { id, data }: Row<PurgeDocument>): Promise<void> {
  const prefix = `tenants/${data.tenantId}/${data.projectId}/${id}/`;
  for (const place of [prefix, `thumbnails/${prefix}`]) {
    // The first page again and again: each is gone before the next is asked for.
    for (;;) {
      const { paths } = await files.list(place, null);
      if (paths.length === 0) break;
      await Promise.all(paths.map((path) => files.remove({ path })));
    }
  }
}

/** Its endpoints with their addresses, and its key, if that still is its own. */
async function outsideOf(services: Services, { id, data }: Row<PurgeDocument>): Promise<Write[]> {
  const keyId = storageKeyId(data.projectId, data.storageKey);
  const [own, key] = await Promise.all([
    services.store.endpoints.query({ where: [['storageId', '==', id]] }),
    services.store.unique.get(keyId),
  ]);
  return [
    ...own.rows.map((row) => endpoints.remove(row.id)),
    ...own.rows.flatMap((row) =>
      row.data.tokenCipher ? [hooks.remove(sha256(openToken(services.config, row.id, row.data.tokenCipher)))] : [],
    ),
    ...(key?.data.ref === id ? [unique.remove(keyId)] : []),
  ];
}
