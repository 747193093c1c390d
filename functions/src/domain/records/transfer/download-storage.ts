import type { Writable } from 'node:stream';
import type { DataRecord } from '@bedplate/contract';
import type { Services } from '../../../services/services.ts';
import type { Caller } from '../../callers/caller.ts';
import { actorOf } from '../../callers/member-of.ts';
import { logActivity } from '../../activity/activity-log.ts';
import { type FoundStorage, findStorage } from '../../callers/find-project.ts';
import { columnsOf, declaredTypes, type ViewQuery } from '../query/data-view.ts';
import { toRecordJson } from '../model/present.ts';
import { type FileFormat, linesAs, type TableStyle } from './file-format.ts';
import { matchingPages } from './matching-pages.ts';
import { recordsById } from './records-by-id.ts';

/** Records of one download. */
const largestDownload = 50_000;

export interface Download {
  fileName: string;
  /** Writes the whole file, page by page, no faster than it is taken. */
  writeTo: (out: Writable) => Promise<void>;
}

interface StoragePath {
  projectId: string;
  storageId: string;
}
type DownloadQuery = ViewQuery & TableStyle & { limit?: number | undefined; format: FileFormat; fields?: readonly string[] | undefined };

/**
 * The records of a data view's search and dates, in its order, as a file of at most `limit` records.
 * @throws {ApiError} before anything is written
 */
export async function downloadStorage(
  services: Services,
  { caller, path, query }: { caller: Caller; path: StoragePath; query: DownloadQuery },
): Promise<Download> {
  const storage = await findStorage(services, { caller, projectId: path.projectId, storageId: path.storageId });
  const softDelete = storage.data.is_softDelete || query.deleted !== undefined;
  const { files } = services.records;
  const pages = matchingPages(services.records, storage, query);
  const wanted = Math.min(query.limit ?? largestDownload, largestDownload);
  async function* records() {
    for await (const found of pages) yield found.map((record) => toRecordJson(record, { softDelete, files }));
  }
  const { format, fields, startDate, endDate } = query;
  return begun(services, {
    caller,
    storage,
    work: { pages: records(), wanted, format, fields, style: query, dates: [startDate, endDate] },
  });
}

/** The selected records, live or in the trash, in the order of the selection. */
export async function downloadSelection(
  services: Services,
  { caller, path, body: { ids, format } }: { caller: Caller; path: StoragePath; body: { ids: readonly string[]; format: FileFormat } },
): Promise<Download> {
  const storage = await findStorage(services, { caller, projectId: path.projectId, storageId: path.storageId });
  return begun(services, {
    caller,
    storage,
    work: { pages: recordsById(services.records, storage, ids), wanted: ids.length, format, dates: [] },
  });
}

interface Work {
  pages: AsyncGenerator<DataRecord[]>;
  wanted: number;
  format: FileFormat;
  fields?: readonly string[] | undefined;
  style?: TableStyle;
  dates: readonly (string | undefined)[];
}

/** The first page is read before anything is sent: a query that cannot be answered is then refused as such. */
async function begun(
  services: Services,
  { caller, storage, work }: { caller: Caller; storage: FoundStorage; work: Work },
): Promise<Download> {
  const { pages, wanted, format, fields, style, dates } = work;
  const first = await pages.next();
  const { head, lines } = linesAs(format, { columns: fields ?? columnsOf(storage), types: declaredTypes(storage) }, style);
  await logActivity(services, {
    ...actorOf(caller),
    projectId: storage.data.projectId,
    module: 'Storage Data',
    activity: 'Download Storage Data',
    kind: 'dataDownloaded',
    values: { who: caller.name, name: storage.data.storageName },
  });
  return {
    fileName: `${baseName(storage, dates, services.clock())}.${format}`,
    async writeTo(out) {
      await write(out, head);
      let left = wanted;
      for (let page = first; !page.done && left > 0; page = await pages.next()) {
        const records = page.value.slice(0, left);
        await write(out, lines(records));
        left -= records.length;
        if (left === 0) break;
      }
      out.end();
    },
  };
}

/**
 * Today, both ends of the range, or the only one of them with a word for it, then the storage:
 * '2024-05-01_My_Storage_data', 'from-2024-05-01_My_Storage_data'. Days are those of UTC.
 */
function baseName({ data }: FoundStorage, dates: readonly (string | undefined)[], now: number): string {
  const [start, end] = dates.map((date) => date && dayOf(Date.parse(date)));
  const range = start && end ? `${start}_${end}` : (start && `from-${start}`) || (end && `until-${end}`);
  return `${range || dayOf(now)}_${data.storageName.trim().replace(/[\s/\\:*?"<>|\p{Cc}]+/gu, '_')}_data`;
}

function dayOf(millis: number): string {
  return new Date(millis).toISOString().slice(0, 10);
}

function write(out: Writable, text: string): Promise<void> {
  return new Promise((done, fail) => out.write(text, (error) => (error ? fail(error) : done())));
}
