import type { FieldProblem } from '@bedplate/contract';
import type { Services } from '../../../services/services.ts';
import type { Caller } from '../../callers/caller.ts';
import { actorOf } from '../../callers/member-of.ts';
import { tallyActivity } from '../../activity/tally-activity.ts';
import { sha256 } from '../../../crypto/crypt.ts';
import { findStorage } from '../../callers/find-project.ts';
import { ApiError } from '../../../errors/api-error.ts';
import { checkRows } from './check-rows.ts';
import type { RowError } from './import-document.ts';
import { finishedImport, runImport } from './run-import.ts';
import { undoImport } from './undo-import.ts';

interface StoragePath {
  projectId: string;
  storageId: string;
}

/** Some rows of a file that a browser reads, maps and sends piece by piece. */
export interface ImportPart {
  /** Names the whole import; the browser's choice. */
  key: string;
  part: number;
  fileName: string;
  /** `row` is the number in the file. */
  rows: readonly { row: number; value: unknown }[];
  /** Looks only. */
  dryRun: boolean;
  /** The activity's row that an earlier part has begun. */
  log?: string | undefined;
}

export interface PartReport {
  accepted: number;
  rejected: number;
  errors: RowError[];
  /** Rows that are stored although they do not fit the fields as declared, and the first fault of them. */
  warned: number;
  firstWarning?: RowError | undefined;
  log?: string | undefined;
}

/** Stores the rows that can be stored, once however often the part is sent. @throws {ApiError} not-found, idempotency-mismatch */
export async function importPart(
  services: Services,
  { caller, path, given }: { caller: Caller; path: StoragePath; given: ImportPart },
): Promise<PartReport> {
  const storage = await findStorage(services, { caller, projectId: path.projectId, storageId: path.storageId });
  const { fileName, log } = given;
  const named = { importId: idOfPart(storage.id, caller, given), digest: sha256(JSON.stringify(given.rows)) };
  const before = given.dryRun ? null : await finishedImport(services.records, storage.id, named);
  if (before) return { accepted: before.accepted, rejected: before.rejected, errors: inFile(before.errors, given), warned: 0, log };

  const { good, errors } = await checkRows(services.records, { storage, rows: given.rows.map(({ value }, i) => ({ row: i + 1, value })) });
  const faults = new Map(good.map(({ row, warnings = [] }) => [row, warnings]));
  const told = () => {
    const first = [...faults].flatMap(([row, [fault]]) => (fault ? [{ row, ...fault }] : []));
    return { warned: first.length, firstWarning: inFile(first.slice(0, 1), given)[0] };
  };
  if (given.dryRun) return { accepted: good.length, rejected: errors.length, errors: inFile(errors, given), ...told() };
  const rows = given.rows.length;
  const warn = (row: number, warnings: readonly FieldProblem[]) => void faults.set(row, warnings);
  const report = await runImport(services.records, storage, { actor: caller.uid, ...named, rows, good, errors, shownErrors: rows, warn });
  return {
    accepted: report.accepted,
    rejected: report.rejected,
    errors: inFile(report.errors, given),
    ...told(),
    log: await tallyActivity(services, {
      ...actorOf(caller),
      projectId: path.projectId,
      storageId: storage.id,
      module: 'Storage Data',
      activity: 'Insert Storage Data',
      count: report.accepted,
      log,
      kind: 'recordsImported',
      values: { who: caller.name, file: fileName, name: storage.data.storageName },
    }),
  };
}

/**
 * Undoes one part, as `undoImport` does; a part that never arrived needs no undo.
 * @returns the numbers of removed records and of records kept because of later changes
 */
export async function undoPart(
  services: Services,
  {
    caller,
    path,
    options: { key, part, force, log },
  }: { caller: Caller; path: StoragePath; options: { key: string; part: number; force: boolean; log?: string | undefined } },
): Promise<{ deleted: number; kept: number; log: string | undefined }> {
  const storage = await findStorage(services, { caller, projectId: path.projectId, storageId: path.storageId });
  const done = await undoImport(services.records, {
    storage,
    importId: idOfPart(storage.id, caller, { key, part }),
    options: {
      actor: caller.uid,
      force,
    },
  }).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'not-found') return { deleted: 0, kept: 0 };
    throw error;
  });
  const row = await tallyActivity(services, {
    ...actorOf(caller),
    projectId: path.projectId,
    storageId: storage.id,
    module: 'Storage Data',
    activity: 'Remove Storage Data',
    count: done.deleted,
    log,
    kind: 'importUndone',
    values: { who: caller.name, name: storage.data.storageName },
  });
  return { ...done, log: row };
}

/** Includes the person: guessing a key must not undo another person's import. */
function idOfPart(storageId: string, { uid }: Caller, { key, part }: { key: string; part: number }): string {
  return sha256(JSON.stringify([storageId, uid, key, part])).slice(0, 24);
}

function inFile(errors: readonly RowError[], { rows }: ImportPart): RowError[] {
  return errors.map((error) => ({ ...error, row: rows[error.row - 1]?.row ?? error.row }));
}
