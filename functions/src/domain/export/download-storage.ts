import type { Writable } from 'node:stream';
import { limits } from '@bedplate/contract';
import type { Services } from '../../services.ts';
import type { Caller } from '../accounts/caller.ts';
import { actorOf } from '../accounts/member-of.ts';
import { logActivity } from '../activity/activity-log.ts';
import { dateRange } from '../date-range.ts';
import { type FoundStorage, findStorage } from '../projects/find-project.ts';
import { list, writeCursor } from '../query/index.ts';
import { columnsOf, listQuery } from '../records/data-view.ts';
import { present } from '../records/present.ts';
import type { DataViewParams } from '../storages/view-storage.ts';
import { csvLine, csvRecord } from './csv.ts';

/** Records of one download. */
const largestDownload = 50_000;

export interface Download {
  fileName: string;
  /** Writes the whole CSV, page by page, no faster than it is taken. */
  writeTo: (out: Writable) => Promise<void>;
}

type DownloadQuery = Omit<DataViewParams, 'page' | 'limit'> & { limit?: number | undefined };

/** What the data view's search, dates and order show, as CSV of at most `limit` records. @throws {ApiError} before anything is written */
export async function downloadStorage(
  services: Services,
  caller: Caller,
  path: { projectId: string; storageId: string },
  query: DownloadQuery,
): Promise<Download> {
  const storage = await findStorage(services, caller, path.projectId, path.storageId);
  dateRange(query.startDate, query.endDate, { from: 'startDate', to: 'endDate' });
  const wanted = Math.min(query.limit ?? largestDownload, largestDownload);
  const asked = listQuery({
    page: 1,
    limit: limits.dataViewLimit,
    ...(query.search ? { search: query.search } : {}),
    ...(query.sortBy ? { sortBy: query.sortBy } : {}),
    ...(query.sortOrder ? { sortOrder: query.sortOrder === 'ASC' ? ('asc' as const) : ('desc' as const) } : {}),
    ...(query.startDate ? { startDate: query.startDate } : {}),
    ...(query.endDate ? { endDate: query.endDate } : {}),
    ...(query.deleted ? { deleted: query.deleted } : {}),
  });
  const page = (cursor?: string) => list(services.records, storage, { ...asked, ...(cursor ? { cursor } : {}) });
  const first = await page();
  const showsTrash = storage.data.is_softDelete || query.deleted !== undefined;
  const columns = columnsOf(storage);
  const { cursorSecret, files } = services.records;
  await logActivity(services, {
    ...actorOf(caller),
    projectId: path.projectId,
    module: 'Storage Data',
    activity: 'Download Storage Data',
    description: `${caller.name} downloaded data of ${storage.data.storageName}.`,
  });
  return {
    fileName: fileNameOf(storage, query, services.clock()),
    async writeTo(out) {
      await write(out, csvLine(columns));
      let left = wanted;
      for (let { found, next } = first; left > 0; { found, next } = await page(writeCursor(cursorSecret, storage.id, asked, next))) {
        const rows = found.slice(0, left).map(({ id, stored }) => present(id, stored, showsTrash, files));
        await write(out, rows.map((row) => csvRecord(row, columns)).join(''));
        left -= rows.length;
        if (!next) break;
      }
      out.end();
    },
  };
}

/** The date, or both ends of the range, then the storage: '2024-05-01_My_Storage_data.csv'. */
function fileNameOf({ data }: FoundStorage, { startDate, endDate }: DownloadQuery, now: number): string {
  const days = [startDate, endDate].flatMap((date) => (date ? [new Date(date).toISOString().slice(0, 10)] : []));
  const when = days.length > 0 ? days.join('_') : new Date(now).toISOString().slice(0, 10);
  return `${when}_${data.storageName.trim().replace(/[\s/\\:*?"<>|\p{Cc}]+/gu, '_')}_data.csv`;
}

function write(out: Writable, text: string): Promise<void> {
  return new Promise((done, fail) => out.write(text, (error) => (error ? fail(error) : done())));
}
