import type { RecordDocument } from '@bedplate/contract';
import type { Timestamp } from '../../../store/model/values.ts';
import { documentId, type QuerySpec } from '../../../store/model/query-spec.ts';
import type { Row, Rows } from '../../../store/model/row.ts';
import { shownFields } from '../model/present.ts';
import type { DateBounds } from '../query/date-bounds.ts';
import { keyRange } from '../query/sources-by-index.ts';
import { recordsPath } from '../model/paths.ts';
import type { RecordServices } from '../../../services/record-services.ts';

type Stored = Row<RecordDocument<Timestamp>>;

/** Records in memory at a time: one stretch of keys on its way out, and the next one coming in. */
const stretch = 400;

/** Every live record of a storage, newest first, as of one moment, however long it takes to take them. One read per record. */
export async function* streamRecords(services: RecordServices, storageId: string, bounds: DateBounds): AsyncGenerator<Stored[]> {
  const read = (after?: string, readTime?: Timestamp): Promise<Rows<RecordDocument<Timestamp>>> => {
    const spec: QuerySpec<RecordDocument<Timestamp>> = {
      from: recordsPath(storageId),
      where: keyRange(bounds),
      orderBy: [[documentId, 'asc']],
      ...(after === undefined ? {} : { startAfter: [after] }),
      limit: stretch,
      select: shownFields,
    };
    return services.store.query(readTime ? { ...spec, readTime } : spec);
  };
  let page = await read();
  const { readTime } = page;
  for (;;) {
    const last = page.rows.length === stretch ? page.rows.at(-1) : undefined;
    const coming = last && read(last.id, readTime);
    coming?.catch(() => {}); // awaited below, unless nobody takes more
    yield page.rows;
    if (!coming) return;
    page = await coming;
  }
}
