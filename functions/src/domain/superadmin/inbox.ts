import type { Inbox, InboxKind, InboxMessage } from '@bedplate/contract';
import { Timestamp } from '@google-cloud/firestore';
import type { Services } from '../../services.ts';
import { documentId, type FieldCondition, type QuerySpec } from '../../store/query-spec.ts';
import type { Row } from '../../store/row.ts';
import { keyAtMillis, millisOfId } from '../../store/time-ordered-id.ts';
import type { DateRange } from '../date-range.ts';
import { type InboxDocument, inboxPath, messageOut } from './inbox-document.ts';

export interface InboxQuery {
  page: number;
  limit: number;
  range: DateRange;
  /** Part of a sender's name or address or of a subject, in any letter case. */
  search: string;
  sortOrder: 'ASC' | 'DESC';
  /** The last message of the page before. */
  after?: string | undefined;
}

/** A search looks through so many messages of each kind; older ones are found with a date range. */
const searchedAtMost = 1000;

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
  const { store } = services.records;
  const where = rangeOf(query.range, query.sortOrder);
  const base: QuerySpec = { from: inboxPath(kind), where, orderBy: orderOf(query) };
  const present = ({ id, data }: Row<InboxDocument>): Found => ({
    id,
    millis: data.createdAt.toMillis(),
    message: messageOut(services, kind, id, data),
  });
  if (query.search) {
    const { rows } = await store.query<InboxDocument>({ ...base, limit: searchedAtMost });
    const term = query.search.toLowerCase();
    const matching = rows.filter(({ data }) => [data.fullName, data.email, data.subject].some((text) => text.toLowerCase().includes(term)));
    return { rows: matching.map(present), total: matching.length };
  }
  const startAfter = cursorOf(query);
  const [{ rows }, total] = await Promise.all([
    store.query<InboxDocument>({
      ...base,
      ...(startAfter ? { startAfter } : {}),
      limit: startAfter ? query.limit : query.page * query.limit,
    }),
    store.count({ from: inboxPath(kind), where }),
  ]);
  return { rows: rows.map(present), total };
}

/** Newest first is the key's own order; its range follows from the times. */
function orderOf({ sortOrder }: InboxQuery): QuerySpec['orderBy'] {
  if (sortOrder === 'DESC') return [[documentId, 'asc']];
  return [
    ['createdAt', 'asc'],
    [documentId, 'asc'],
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
  const { page, limit, search } = query;
  if (!search && cursorOf(query)) return rows.slice(0, limit);
  return rows.slice((page - 1) * limit, page * limit);
}
