import type { Inbox, InboxKind, InboxMessage, MessageState } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { Timestamp } from '../../store/model/values.ts';
import { documentId, type FieldCondition, type QuerySpec } from '../../store/model/query-spec.ts';
import type { InboxDocument } from '../../store/documents/documents.ts';
import type { Row } from '../../store/model/row.ts';
import { keyAtMillis, millisOfId } from '../../store/time-ordered-id.ts';
import type { DateRange } from '../lists/date-range.ts';
import { inboxOf, inboxTexts, messageOut } from '../feedback/inbox-document.ts';
import { keptTotal } from './lists/kept-total.ts';
import { matchesOf } from './lists/search-page.ts';

export interface InboxFilter {
  range: DateRange;
  /** Part of a sender's name or address or of a subject, in any letter case. */
  search: string;
  sortOrder: 'ASC' | 'DESC';
  state?: MessageState | undefined;
  /** Messages that this one of the staff looks after. */
  assigneeId?: string | undefined;
}

export interface InboxQuery extends InboxFilter {
  page: number;
  limit: number;
  /** The last message of the page before. */
  after?: string | undefined;
}

/** Matches of each kind that are put in the other order: a search is read newest first. */
const turnedAtMost = 200;

/** A page of feedback, one of contact messages and one of both, with their totals. Ids are time-ordered and so merge by themselves. */
export async function readInbox(services: Services, query: InboxQuery): Promise<Inbox> {
  const [feedback, contact] = await Promise.all([readKind(services, 'feedback', query), readKind(services, 'contact', query)]);
  const all = { rows: inOrder([...feedback.rows, ...contact.rows], query), total: feedback.total + contact.total };
  const page = ({ rows, total }: Kind) => ({ items: cut(rows, query).map(({ message }) => message), total });
  return { messages: { feedback: page(feedback), contact: page(contact), all: page(all) } };
}

interface Kind {
  rows: Found[];
  total: number;
}

interface Found {
  id: string;
  millis: number;
  message: InboxMessage;
}

async function readKind(services: Services, kind: InboxKind, query: InboxQuery): Promise<Kind> {
  const present = ({ id, data }: Row<InboxDocument>): Found => ({
    id,
    millis: data.createdAt.toMillis(),
    message: messageOut(services, { kind, id, document: data }),
  });
  if (query.search) return searchKind(services, { kind, query, present });
  const startAfter = cursorOf(query);
  const limit = startAfter ? query.limit : query.page * query.limit;
  const newest = { where: conditions(query), orderBy: orderOf(query), limit };
  const [{ rows }, total] = await Promise.all([
    services.store.in(inboxOf(kind)).query(startAfter ? { ...newest, startAfter } : newest),
    totalOf(services, kind, query),
  ]);
  return { rows: rows.map(present), total };
}

/** The total is the number found so far: one more than is shown means that a next page exists. */
async function searchKind(
  services: Services,
  { kind, query, present }: { kind: InboxKind; query: InboxQuery; present: (row: Row<InboxDocument>) => Found },
): Promise<Kind> {
  const newestFirst = { ...query, sortOrder: 'DESC' as const };
  const after = query.sortOrder === 'DESC' && cursorOf(query) ? query.after : undefined;
  const limit = query.sortOrder === 'ASC' ? turnedAtMost : after ? query.limit : query.page * query.limit;
  const list = { from: inboxOf(kind).name, search: { parts: inboxTexts } };
  const { rows, hasMore } = await matchesOf<InboxDocument, { id: string }>(services, {
    list,
    where: conditions(newestFirst),
    options: {
      search: query.search,
      limit,
      after,
    },
  });
  const before = after ? (query.page - 1) * query.limit : 0;
  return { rows: rows.map(present), total: before + rows.length + (hasMore ? 1 : 0) };
}

function totalOf(services: Services, kind: InboxKind, query: InboxQuery): Promise<number> {
  const from = inboxOf(kind).name;
  const where = conditions(query);
  if (query.range.from !== undefined || query.range.to !== undefined) return services.store.count({ from, where });
  return keptTotal(services, `${from}_${where.flat().join('_')}`, { from, where, dated: true });
}

/** Newest first is the key's own order; its range follows from the times. */
function orderOf({ sortOrder }: InboxQuery): NonNullable<QuerySpec['orderBy']> {
  if (sortOrder === 'DESC') return [[documentId, 'asc']];
  return [
    ['createdAt', 'asc'],
    [documentId, 'asc'],
  ];
}

function conditions({ range, sortOrder, state, assigneeId }: InboxFilter): FieldCondition[] {
  return [
    ...(state ? [['state', '==', state] as const] : []),
    ...(assigneeId ? [['assigneeId', '==', assigneeId] as const] : []),
    ...rangeOf(range, sortOrder),
  ];
}

function rangeOf({ from, to }: DateRange, sortOrder: InboxQuery['sortOrder']): FieldCondition[] {
  if (sortOrder === 'DESC')
    return [
      ...(to === undefined ? [] : [[documentId, '>=', keyAtMillis(to)] as const]),
      ...(from === undefined ? [] : [[documentId, '<', keyAtMillis(from - 1)] as const]),
    ];
  return [
    ...(from === undefined ? [] : [['createdAt', '>=', Timestamp.fromMillis(from)] as const]),
    ...(to === undefined ? [] : [['createdAt', '<=', Timestamp.fromMillis(to)] as const]),
  ];
}

function cursorOf({ after, sortOrder }: InboxQuery): readonly unknown[] | null {
  const millis = after ? millisOfId(after) : null;
  if (!after || millis === null) return null;
  return sortOrder === 'DESC' ? [after] : [Timestamp.fromMillis(millis), after];
}

function inOrder(rows: readonly Found[], { sortOrder }: InboxQuery): Found[] {
  const byId = (a: Found, b: Found) => (a.id < b.id ? -1 : 1);
  return [...rows].sort(sortOrder === 'DESC' ? byId : (a, b) => a.millis - b.millis || byId(a, b));
}

function cut(rows: readonly Found[], query: InboxQuery): Found[] {
  const { page, limit, search, sortOrder } = query;
  const ordered = search && sortOrder === 'ASC' ? inOrder(rows, query) : rows;
  if (cursorOf(query) && !(search && sortOrder === 'ASC')) return ordered.slice(0, limit);
  return ordered.slice((page - 1) * limit, page * limit);
}
