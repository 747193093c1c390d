import type { RecordServices } from '../../../services/record-services.ts';
import { records } from '../../../store/collections.ts';
import { documentId, type FieldCondition } from '../../../store/model/query-spec.ts';
import type { Timestamp } from '../../../store/model/values.ts';
import type { Range } from './range.ts';
import { lineFields, lineOf } from './record-line.ts';
import { writeObject } from './segment.ts';

/** Of one object: little enough for the memory of an instance. */
const mostRecords = 5_000;
const mostBytes = 8 * 1024 * 1024;
/** Of one query, by what the records before have taken on average: a record has up to 900 KiB. */
const bytesAtOnce = 4 * 1024 * 1024;
const fewAtOnce = 20;
const mostAtOnce = 500;

export interface RangeSource {
  readonly storageId: string;
  readonly readTime: Timestamp;
  readonly folder: string;
  readonly backupId: string;
}

/**
 * Stores the first records of a range as one object, as they were at the read time. One read each.
 * @returns the range that it holds, and what is left of the given one
 */
export async function readRange(services: RecordServices, range: Range, source: RangeSource): Promise<Range[]> {
  const lines: string[] = [];
  let files = 0;
  let bytes = 0;
  let after = range.after;
  let isEnd = false;
  let limit = fewAtOnce;
  while (!isEnd && lines.length < mostRecords && bytes < mostBytes) {
    limit = Math.min(limit, mostRecords - lines.length);
    const { rows } = await services.store.in(records(source.storageId)).query({
      ...(range.last === null ? {} : { where: [[documentId, '<=', range.last] satisfies FieldCondition] }),
      orderBy: [[documentId, 'asc']],
      ...(after === null ? {} : { startAfter: [after] }),
      limit,
      select: lineFields,
      readTime: source.readTime,
    });
    for (const { id, data } of rows) {
      const text = JSON.stringify(lineOf(id, data));
      lines.push(text);
      bytes += Buffer.byteLength(text) + 1;
      files += Object.keys(data.files ?? {}).length;
    }
    isEnd = rows.length < limit;
    after = rows.at(-1)?.id ?? after;
    limit = Math.max(1, Math.min(mostAtOnce, Math.floor(bytesAtOnce / Math.max(1, bytes / Math.max(1, lines.length)))));
  }
  const object = lines.length === 0 ? null : await writeObject(services, { ...source, text: `${lines.join('\n')}\n`, ending: 'ndjson' });
  const read = { after: range.after, object, records: lines.length, files, bytes };
  return isEnd
    ? [{ ...read, last: range.last }]
    : [
        { ...read, last: after },
        { after, last: range.last },
      ];
}
