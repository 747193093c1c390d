import { isOfTrash, limits, type Text } from '@bedplate/contract';
import { api } from '../../../lib/api/client.ts';
import { ApiError, inOurWords, messageOf } from '../../../lib/api/api-error.ts';
import { type StorageRef, storagePathOf } from '../../../lib/storage-path.ts';
import type { Column } from './columns.ts';
import { convertRow, type RowProblem } from './convert-row.ts';
import { type Reading, readRows } from './read-rows.ts';
import type { SourceRow } from './source-row.ts';

export interface ImportPlan extends Reading {
  readonly storage: StorageRef;
  readonly file: File;
  readonly columns: readonly Column[];
  /** Names the import: the same parts are stored once however often they are sent. */
  readonly key: string;
}

/** How far an import, or its check, has come. */
export interface Progress {
  readonly bytes: number;
  readonly rows: number;
  readonly accepted: number;
  readonly rejected: number;
  /** Rows that had nothing in any column, and were left out. */
  readonly blank: number;
  /** Rows of records that had been deleted where the file was made. */
  readonly deleted: number;
  /** Rows that are stored although they do not fit the fields as declared, and the first fault of them. */
  readonly warned: number;
  readonly firstWarning?: RowProblem | undefined;
  /** The first ten thousand. */
  readonly problems: readonly Rejected[];
  /** Parts that the server has answered. */
  readonly parts: number;
  readonly log?: string | undefined;
}

/** A row that was not stored, with what stood in the file. */
export interface Rejected extends RowProblem {
  readonly value: SourceRow['value'];
}

export const nothingYet: Progress = {
  bytes: 0,
  rows: 0,
  accepted: 0,
  rejected: 0,
  blank: 0,
  deleted: 0,
  warned: 0,
  problems: [],
  parts: 0,
};
export const keptProblems = 10_000;

/** Bytes of one call: well below what the server takes. */
const largestPart = 500_000;
const waits = [500, 1500, 4000];
const patience = 120_000;

interface Sent {
  readonly source: SourceRow;
  readonly value: Record<string, unknown>;
}

interface Pass {
  readonly dryRun: boolean;
  /** An earlier pass that broke off: the parts that it has sent are read over. */
  readonly from?: Progress;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** Gets each record that can be sent, as it would be stored. */
  readonly onRecord?: (record: Readonly<Record<string, unknown>>) => void;
}

/**
 * Reads the file again and sends the good rows, part by part.
 * @returns the last progress; the same when `signal` stopped it between two parts
 * @throws {FileProblem} {ApiError}
 */
export async function sendRows(plan: ImportPlan, { dryRun, from = nothingYet, signal, onProgress, onRecord }: Pass): Promise<Progress> {
  const columns = new Map(plan.columns.map((column) => [column.source, column]));
  let progress = { ...nothingYet, ...(from.parts > 0 ? { ...from, bytes: 0, rows: 0, deleted: 0 } : {}) };
  let part: Sent[] = [];
  /**
   * Rows that could not even be sent; they count when their part has been answered, so that a
   * second try counts them once.
   */
  let unsent: Rejected[] = [];
  let number = 0;
  let size = 0;
  const flush = async () => {
    const [sent, refused] = [part, unsent];
    [part, unsent, size] = [[], [], 0];
    if (number >= from.parts) {
      const report = sent.length > 0 ? await sendPart(plan, { part: number, rows: sent, dryRun, log: progress.log }) : nothingSent;
      progress = withReport(progress, { report, sent, refused });
      if (sent.length > 0) progress = { ...progress, parts: number + 1 };
      onProgress(progress);
    }
    if (sent.length > 0) number += 1;
  };

  for await (const { rows, bytes, blank } of readRows(plan.file, plan)) {
    for (const source of rows) {
      if (signal.aborted) return progress;
      const converted = convertRow(source, columns);
      progress = { ...progress, rows: progress.rows + 1, deleted: progress.deleted + (isOfTrash(source.value) ? 1 : 0) };
      if ('problem' in converted) {
        unsent.push({ ...converted.problem, value: source.value });
        continue;
      }
      onRecord?.(converted.value);
      const weight = JSON.stringify(converted.value).length * 2;
      if (part.length === limits.importPartRows || (size + weight > largestPart && part.length > 0)) await flush();
      if (signal.aborted) return progress;
      part.push({ source, value: converted.value });
      size += weight;
    }
    progress = { ...progress, bytes, blank };
    onProgress(progress);
  }
  await flush();
  return progress;
}

interface AnsweredPart {
  report: PartReport;
  sent: readonly Sent[];
  refused: readonly Rejected[];
}

function withReport(progress: Progress, { report, sent, refused }: AnsweredPart): Progress {
  const values = new Map(sent.map(({ source }) => [source.row, source.value]));
  const errors = [
    ...refused,
    ...report.errors.map((error) => ({ ...error, message: inOurWords(error), value: values.get(error.row) ?? {} })),
  ];
  return {
    ...progress,
    accepted: progress.accepted + report.accepted,
    rejected: progress.rejected + report.rejected + refused.length,
    warned: progress.warned + (report.warned ?? 0),
    firstWarning: progress.firstWarning ?? (report.firstWarning && { ...report.firstWarning, message: inOurWords(report.firstWarning) }),
    problems: withMore(
      progress.problems,
      errors.sort((a, b) => a.row - b.row),
    ),
    log: report.log ?? progress.log,
  };
}

interface PartReport {
  accepted: number;
  rejected: number;
  errors: (RowProblem & Partial<Text>)[];
  warned?: number;
  firstWarning?: RowProblem & Partial<Text>;
  log?: string;
}

const nothingSent: PartReport = { accepted: 0, rejected: 0, errors: [] };

async function sendPart(
  { storage, file, key }: ImportPlan,
  { part, rows, dryRun, log }: { part: number; rows: readonly Sent[]; dryRun: boolean; log?: string | undefined },
): Promise<PartReport> {
  const body = {
    key,
    part,
    fileName: file.name.slice(-limits.uploadNameLength),
    dryRun,
    log,
    rows: rows.map(({ source, value }) => ({ row: source.row, value })),
  };
  for (let attempt = 0; ; attempt += 1) {
    try {
      return (await api.post<{ data: PartReport }>(`${storagePathOf(storage)}/import`, body, { timeout: patience })).data;
    } catch (error) {
      const [only, ...others] = rows;
      if (only && others.length === 0 && error instanceof ApiError && error.code === 'payload-too-large')
        return { accepted: 0, rejected: 1, errors: [{ row: only.source.row, field: '', message: messageOf(error) }] };
      const wait = waits[attempt];
      if (wait === undefined || !mayPass(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/**
 * Takes an import back, its last part first.
 * @returns how many records went, and how many stayed because they were changed since
 */
export async function undoImport(
  { storage, key }: ImportPlan,
  { parts, force, onPart }: { parts: number; force: boolean; onPart: (left: number) => void },
): Promise<{ deleted: number; kept: number }> {
  let [deleted, kept, log] = [0, 0, undefined as string | undefined];
  for (let part = parts - 1; part >= 0; part -= 1) {
    const path = `${storagePathOf(storage)}/import/${key}/${part}`;
    const { data } = await api.delete<{ data: { deleted: number; kept: number; log?: string } }>(path, {
      query: { force, log },
      timeout: patience,
    });
    deleted += data.deleted;
    kept += data.kept;
    log = data.log ?? log;
    onPart(part);
  }
  return { deleted, kept };
}

/** No answer, or a server that was out for a moment. */
function mayPass(error: unknown): boolean {
  return error instanceof ApiError && (error.status === null || error.status === 429 || error.status >= 502);
}

function withMore(problems: readonly Rejected[], more: readonly Rejected[]): readonly Rejected[] {
  return more.length === 0 || problems.length >= keptProblems ? problems : [...problems, ...more].slice(0, keptProblems);
}
