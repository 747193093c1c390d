import { applyChange, type LiveEvent } from '@bedplate/client';
import { type AnyRecord, isPlain, type Listed, type Source, type Value } from './source.ts';

/** A state after an event, and whether it has to be read again to be right. */
export interface Applied {
  value: Value | undefined;
  isStale: boolean;
}

export function applyEvent(source: Source, value: Value | undefined, event: LiveEvent): Applied {
  if (event.type === 'gap' || value === undefined) return { value, isStale: true };
  return source.kind === 'list' ? toList(source, value as Listed, event) : toRecord(source, value as AnyRecord | null, event);
}

type Change = Exclude<LiveEvent, { type: 'gap' }>;

function toRecord({ id, expand }: Extract<Source, { kind: 'record' }>, value: AnyRecord | null, event: Change): Applied {
  if (event.id !== id) return { value, isStale: false };
  if (event.type === 'delete') return { value: null, isStale: false };
  return { value: newer(value ?? undefined, event.record), isStale: expand !== undefined || hasFiles(event.record) };
}

function toList({ query }: Extract<Source, { kind: 'list' }>, value: Listed, event: Change): Applied {
  const known = value.data.find(({ id }) => id === event.id);
  const follows = isPlain(query);
  if (event.type === 'delete') {
    if (!known) return { value, isStale: !follows };
    const data = value.data.filter((record) => record !== known);
    return { value: { data, pagination: counted(value, -1) }, isStale: !follows || value.pagination.nextCursor !== null };
  }
  const isPart = query.fields !== undefined;
  if (known) {
    const record = isPart ? known : newer(known, event.record);
    const data = record === known ? value.data : value.data.map((one) => (one === known ? record : one));
    return { value: { ...value, data }, isStale: !follows || hasFiles(event.record) };
  }
  if (event.type === 'update' || !follows) return { value, isStale: !follows };
  const data = applyChange(value.data, { ...event, type: 'create' }).slice(0, query.limit ?? 10);
  return { value: { data, pagination: counted(value, 1) }, isStale: hasFiles(event.record) };
}

function counted({ pagination }: Listed, by: number): Listed['pagination'] {
  return { ...pagination, totalItems: pagination.totalItems + by };
}

/** An event may be older than what was read. */
function newer(known: AnyRecord | undefined, record: AnyRecord): AnyRecord {
  if (!known) return record;
  if (known.updatedAt > record.updatedAt) return known;
  return known.expand === undefined ? record : { ...record, expand: known.expand };
}

/** Events carry no addresses of files. */
function hasFiles({ file_metadata }: AnyRecord): boolean {
  return file_metadata !== undefined && Object.keys(file_metadata).length > 0;
}
