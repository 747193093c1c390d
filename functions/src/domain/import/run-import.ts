import { Timestamp } from '@google-cloud/firestore';
import { ApiError } from '../../http/api-error.ts';
import { set, update } from '../../store/writes.ts';
import { hashPassword } from '../records/password.ts';
import { recordPath } from '../records/paths.ts';
import type { RecordServices, StorageRow } from '../records/record-services.ts';
import type { RecordWrite } from '../writes/record-write.ts';
import { writeRecords } from '../writes/write-records.ts';
import type { GoodRow, RowError } from './check-rows.ts';
import { type ImportDocument, type ImportReport, importPath, rowKey } from './import-document.ts';

/** Rows of one commit. */
const chunk = 100;

/** What to import, checked. */
export interface Import {
  readonly importId: string;
  /** Of the file and the options: the same id with another file is a mistake. */
  readonly digest: string;
  readonly rows: number;
  readonly good: readonly GoodRow[];
  readonly errors: readonly RowError[];
  /** How many errors the report keeps; the first hundred unless given. */
  readonly shownErrors?: number;
}

/** Looks whether this import was made before. @returns its report then @throws {ApiError} idempotency-mismatch for another file */
export async function finishedImport(
  services: RecordServices,
  storageId: string,
  { importId, digest }: Pick<Import, 'importId' | 'digest'>,
) {
  const found = await services.store.get<ImportDocument>(importPath(storageId, importId));
  if (found && found.data.digest !== digest) {
    throw new ApiError('idempotency-mismatch', 'This Idempotency-Key was used for another import. Use a new key for each file.');
  }
  return found?.data.state === 'done' ? (found.data.report ?? null) : null;
}

/** Stores the good rows. An import that broke off is finished by repeating it: rows that are there already are left alone. */
export async function runImport(services: RecordServices, storage: StorageRow, actor: string, work: Import): Promise<ImportReport> {
  const { importId, digest, rows, good, shownErrors = 100 } = work;
  const path = importPath(storage.id, importId);
  const { document, isRepeated } = await services.store.transaction(async (tx) => {
    const found = await tx.get<ImportDocument>(path);
    if (found && found.data.state !== 'undone') return { document: found.data, isRepeated: true };
    const begun: ImportDocument = { digest, state: 'running', rows, startedAt: Timestamp.fromMillis(services.now()) };
    tx.write(set(path, begun));
    return { document: begun, isRepeated: false };
  });
  const errors = [...work.errors];
  let accepted = 0;
  for (let i = 0; i < good.length; i += chunk) {
    const part = good.slice(i, i + chunk);
    const keys = part.map(({ row }) => rowKey(importId, document, row, storage.data.shards[0] ?? '0'));
    const there = isRepeated ? await services.store.getAll(keys.map(({ id }) => recordPath(storage.id, id))) : [];
    const missing = part.flatMap(({ input }, j) => (there[j] ? [] : [{ index: j, input }]));
    const writes = await Promise.all(
      missing.map(async ({ index, input }): Promise<RecordWrite> => {
        const hash = typeof input.password === 'string' ? { hash: await hashPassword(input.password) } : {};
        const made = keys[index];
        return { op: 'create', storage, input, ...hash, ...(made ? { made } : {}), where: '' };
      }),
    );
    const lost = await store(services, writes, actor);
    for (const { index, error } of lost)
      errors.push({ row: part[missing[index]?.index ?? 0]?.row ?? 0, field: error.details?.[0]?.field ?? '', message: error.message });
    accepted += part.length - lost.length;
  }
  const report: ImportReport = { importId, rows, accepted, rejected: rows - accepted, errors: errors.slice(0, shownErrors) };
  await services.store.commit([update(path, { state: 'done', report })]);
  return report;
}

/** @returns the writes that were refused after all, because someone took their username or e-mail meanwhile */
async function store(
  services: RecordServices,
  writes: readonly RecordWrite[],
  actor: string,
): Promise<{ index: number; error: ApiError }[]> {
  if (writes.length === 0) return [];
  try {
    await writeRecords(services, writes, { actor });
    return [];
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'already-exists') throw error;
    if (writes.length === 1) return [{ index: 0, error }];
  }
  const lost: { index: number; error: ApiError }[] = [];
  for (const [index, write] of writes.entries())
    lost.push(...(await store(services, [write], actor)).map(({ error }) => ({ index, error })));
  return lost;
}
