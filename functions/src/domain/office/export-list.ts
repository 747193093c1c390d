import type { Writable } from 'node:stream';
import { officeLimits } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { countAttempt } from '../rate-limits/attempts.ts';
import type { Caller } from '../callers/caller.ts';
import { csvLine } from '../records/transfer/csv.ts';
import { auditWrite } from '../activity/audit.ts';
import { say } from '../../errors/say.ts';

const perHour = {
  scope: 'office-export',
  max: 30,
  windowMillis: 3600_000,
  message: say('exportsMany'),
};

/** A list as CSV: its columns, and its rows in stretches. */
export interface Exported {
  /** Part of the file's name, and of the row in the audit. */
  name: string;
  /** The filters of the rows, for the audit. */
  filter: Record<string, unknown>;
  /** Dotted paths into a row. */
  columns: readonly string[];
  rows: AsyncIterable<readonly object[]>;
}

export interface Download {
  fileName: string;
  /** Writes the whole CSV in parts, no faster than it is read. */
  writeTo: (out: Writable) => Promise<void>;
}

/**
 * Sends a list as CSV, after its row in the audit is written. The last line says when the list is cut
 * at the limit of a download.
 * @throws {ApiError} too-many-requests
 */
export async function exportList(services: Services, caller: Caller, exported: Exported): Promise<Download> {
  await countAttempt(services, perHour, caller.uid);
  const { name, filter, columns } = exported;
  const entry = { action: 'Download list' as const, target: `lists/${name}`, before: null, after: filter };
  await services.store.commit([auditWrite(services, caller, entry)]);
  return {
    fileName: `${new Date(services.clock()).toISOString().slice(0, 10)}_${name}.csv`,
    async writeTo(out) {
      await write(out, csvLine(columns));
      let left: number = officeLimits.exportedRows;
      for await (const rows of exported.rows) {
        const taken = rows.slice(0, left);
        await write(out, taken.map((row) => csvLine(columns.map((column) => valueAt(row, column)))).join(''));
        left -= taken.length;
        if (taken.length === rows.length) continue;
        await write(out, csvLine([`Only the first ${officeLimits.exportedRows} rows: narrow the list for the others.`]));
        break;
      }
      out.end();
    },
  };
}

function valueAt(row: object, column: string): Parameters<typeof csvLine>[0][number] {
  // Rows are what the API answers as JSON.
  return column.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null)?.[name], row) as ReturnType<
    typeof valueAt
  >;
}

function write(out: Writable, text: string): Promise<void> {
  return new Promise((done, fail) => out.write(text, (error) => (error ? fail(error) : done())));
}
