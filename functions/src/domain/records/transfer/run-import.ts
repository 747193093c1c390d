import type { DocumentPath } from '../../../store/model/collection.ts';
import type { FieldProblem } from '@bedplate/contract';
import { ApiError } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import { Timestamp } from '../../../store/model/values.ts';
import { set, update } from '../../../store/model/writes.ts';
import { isAlreadyExists } from '../../../store/model/firestore-errors.ts';
import { hashPasswords } from '../model/password.ts';
import { recordPath } from '../model/paths.ts';
import { isRecordId } from '../model/record-ids.ts';
import type { RecordServices } from '../../../services/record-services.ts';
import type { Actor, StorageRow } from '../model/storage-row.ts';
import type { RecordWrite } from '../model/record-write.ts';
import { writeRecords } from '../write/write-records.ts';
import type { GoodRow } from './check-rows.ts';
import { type ImportDocument, type ImportReport, importPath, keyOfRow, type RowError } from './import-document.ts';

/** Rows of one commit. */
const chunk = 100;

/** Checked rows, ready to be stored. */
export interface Import extends Actor {
  readonly importId: string;
  /** Of the file and the options: the same id with another file is a mistake. */
  readonly digest: string;
  readonly rows: number;
  readonly blankRows?: number;
  readonly good: readonly GoodRow[];
  readonly errors: readonly RowError[];
  /** How many errors the report keeps; default: the first hundred. */
  readonly shownErrors?: number;
  /** Takes what a stored row is warned of. */
  readonly warn?: (row: number, warnings: readonly FieldProblem[]) => void;
}

/** Looks whether this import was made before. @returns its report then @throws {ApiError} idempotency-mismatch for another file */
export async function finishedImport(services: RecordServices, storageId: string, named: Pick<Import, 'importId' | 'digest'>) {
  const found = await begunImport(services, storageId, named);
  return found?.state === 'done' ? (found.report ?? null) : null;
}

/** @returns what is noted of an import that was begun or made before @throws {ApiError} idempotency-mismatch for another file */
export async function begunImport(
  services: RecordServices,
  storageId: string,
  { importId, digest }: Pick<Import, 'importId' | 'digest'>,
): Promise<ImportDocument | null> {
  const found = await services.store.get(importPath(storageId, importId));
  if (found) checkSame(found.data, digest);
  return found && found.data.state !== 'undone' ? found.data : null;
}

function checkSame(found: ImportDocument, digest: string): void {
  if (found.digest === digest) return;
  throw new ApiError('idempotency-mismatch', say('importKeyUsed'));
}

/**
 * Stores the good rows. Repeating an interrupted import finishes it: existing rows stay unchanged.
 * @throws {ApiError} idempotency-mismatch when another file has begun under this id
 */
export async function runImport(services: RecordServices, storage: StorageRow, work: Import): Promise<ImportReport> {
  const { importId, rows, blankRows, good, actor, shownErrors = 100 } = work;
  const author: Actor = { actor, origin: { ...work.origin, importId } };
  const path = importPath(storage.id, importId);
  const { document, isRepeated } = await begin(services, path, work);
  if (document.state === 'done' && document.report) return document.report;
  const errors = [...work.errors];
  let accepted = 0;
  for (let i = 0; i < good.length; i += chunk) {
    const part = good
      .slice(i, i + chunk)
      .map((one) => ({ ...one, made: keyOfRow(importId, document, { row: one.row, shard: storage.data.shards[0] ?? '0' }) }));
    const lost = await storePart(services, storage, { author, part, look: isRepeated, warn: work.warn });
    errors.push(...lost);
    accepted += part.length - lost.length;
  }
  const failed = new Set(errors.map(({ row }) => String(row)));
  const stored = Object.entries(document.keys ?? {}).filter(([row]) => !failed.has(row));
  const keys = document.keys ? { keys: Object.fromEntries(stored) } : {};
  const report: ImportReport = {
    importId,
    rows,
    accepted,
    rejected: rows - accepted,
    ...(blankRows !== undefined && { blankRows }),
    errors: errors.slice(0, shownErrors),
  };
  await services.store.commit([update(path, { state: 'done', report, ...keys })]);
  return report;
}

/** Of several files that come under one id at once, the first to get here has it. */
function begin(
  services: RecordServices,
  path: DocumentPath<ImportDocument>,
  { digest, rows, good }: Import,
): Promise<{ document: ImportDocument; isRepeated: boolean }> {
  return services.store.transaction(async (tx) => {
    const found = await tx.get(path);
    if (found) checkSame(found.data, digest);
    if (found && found.data.state !== 'undone') return { document: found.data, isRepeated: true };
    const kept = good.flatMap(({ row, id }) => (id !== undefined && isRecordId(id) ? [[row, id] as const] : []));
    const begun: ImportDocument = {
      digest,
      state: 'running',
      rows,
      startedAt: Timestamp.fromMillis(services.now()),
      ...(kept.length > 0 ? { keys: Object.fromEntries(kept) } : {}),
    };
    tx.write(set(path, begun));
    return { document: begun, isRepeated: false };
  });
}

type Keyed = GoodRow & { readonly made: ReturnType<typeof keyOfRow> };

/** @param look whether some of the rows may be there already @returns the rows that could not be stored after all */
async function storePart(
  services: RecordServices,
  storage: StorageRow,
  { author, part, look, warn }: { author: Actor; part: readonly Keyed[]; look: boolean; warn: Import['warn'] },
): Promise<RowError[]> {
  const missing = look ? await missingOf(services, storage, part) : part;
  const hashes = await hashPasswords(
    missing.map(({ input }) => input.password),
    storage.data.tenantId,
  );
  const writes = missing.map(({ input, made, id }, i): RecordWrite => {
    const hash = hashes[i];
    return {
      op: 'create',
      storage,
      input,
      ...(hash === undefined ? {} : { hash }),
      made,
      ...(id === undefined ? {} : { keptId: id }),
      where: '',
    };
  });
  try {
    const lost = await store(services, writes, { author, warn: (index, warnings) => warn?.(missing[index]?.row ?? 0, warnings) });
    if (lost.length === 0) return [];
    const errors = new Map(lost.map(({ index, error }) => [missing[index], error]));
    // The same file, sent twice at once, takes its own usernames.
    const absent = await missingOf(
      services,
      storage,
      missing.filter((row) => errors.has(row) && !isOfId(errors.get(row))),
    );
    const strangers = missing.filter((row) => isOfId(errors.get(row)));
    return [...absent, ...strangers].map((keyed) => {
      const error = errors.get(keyed);
      return { row: keyed.row, field: error?.details?.[0]?.field ?? '', message: error?.message ?? '', ...error?.text };
    });
  } catch (error) {
    // The same file is being stored by another call.
    if (!isAlreadyExists(error)) throw error;
    return storePart(services, storage, { author, part: missing, look: true, warn });
  }
}

/** Another record has the id that this one would have kept. */
function isOfId(error: ApiError | undefined): boolean {
  return error?.details?.[0]?.field === 'id';
}

async function missingOf(services: RecordServices, storage: StorageRow, rows: readonly Keyed[]): Promise<Keyed[]> {
  const there = await services.store.getAll(rows.map(({ made }) => recordPath(storage.id, made.id)));
  return rows.filter((_, i) => !there[i]);
}

/** @returns the writes that were refused after all, because someone took a unique value meanwhile, or because they refer to no record */
async function store(
  services: RecordServices,
  writes: readonly RecordWrite[],
  { author, warn }: { author: Actor; warn: (index: number, warnings: readonly FieldProblem[]) => void },
): Promise<{ index: number; error: ApiError }[]> {
  if (writes.length === 0) return [];
  const { importId } = author.origin ?? {};
  try {
    const results = await writeRecords(services, writes, {
      ...author,
      ...(importId !== undefined && { telling: { cause: { kind: 'import', id: importId } } }),
    });
    for (const [index, { warnings = [] }] of results.entries()) if (warnings.length > 0) warn(index, warnings);
    return [];
  } catch (error) {
    if (!(error instanceof ApiError) || !['already-exists', 'invalid-argument'].includes(error.code)) throw error;
    if (writes.length === 1) return [{ index: 0, error }];
  }
  const lost: { index: number; error: ApiError }[] = [];
  for (const [index, write] of writes.entries()) {
    const alone = await store(services, [write], { author, warn: (_, warnings) => warn(index, warnings) });
    lost.push(...alone.map(({ error }) => ({ index, error })));
  }
  return lost;
}
