import type { LiveEvent } from '@bedplate/client/livesync';
import type { DataRecord } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { applyEvent } from './apply-event.ts';
import type { RecordPage } from '../queries/record-queries.ts';
import { firstView } from '../queries/view.ts';

const row = (id: string, minute: number, fields: Record<string, unknown> = {}) =>
  ({ id, title: id, createdAt: `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`, updatedAt: 'first', ...fields }) as DataRecord;

function aPage(rows: DataRecord[], totalCount = rows.length, page = 1): RecordPage {
  return {
    storageName: 'Orders',
    is_softDelete: false,
    data: rows,
    columns: ['id', 'title', 'createdAt', 'updatedAt'],
    pagination: { page, limit: 2, totalCount, totalPages: Math.ceil(totalCount / 2) },
  };
}

const change = (type: 'create' | 'update', record: DataRecord): LiveEvent => ({ type, id: record.id, record });
const ids = (page: RecordPage) => page.data.map((r) => r.id);

test('a new record appears first on page 1, the last one leaves, and the counts follow', () => {
  const { page, stale } = applyEvent(aPage([row('b', 2), row('a', 1)]), change('create', row('c', 3)), firstView);
  expect([ids(page), page.pagination.totalCount, page.pagination.totalPages, stale]).toEqual([['c', 'b'], 3, 2, false]);
});

test('a new record that the page has already counted is not counted twice', () => {
  const { page } = applyEvent(
    aPage([row('b', 2), row('a', 1)]),
    change('create', row('b', 2, { title: 'again', updatedAt: 'later' })),
    firstView,
  );
  expect([ids(page), page.pagination.totalCount, page.data[0]?.title]).toEqual([['b', 'a'], 2, 'again']);
});

test('on another page, sorted or filtered, a new record makes the page ask the server', () => {
  for (const view of [
    { ...firstView, page: 2 },
    { ...firstView, search: 'x' },
    { ...firstView, sort: { field: 'title', order: 'asc' as const } },
  ]) {
    const before = aPage([row('a', 1)], 3, view.page);
    expect(applyEvent(before, change('create', row('c', 3)), view)).toEqual({ page: before, stale: true });
  }
});

test('an update changes the row in its place', () => {
  const { page, stale } = applyEvent(
    aPage([row('b', 2), row('a', 1)]),
    change('update', row('a', 1, { title: 'new', updatedAt: 'later' })),
    firstView,
  );
  expect([ids(page), page.data[1]?.title, stale]).toEqual([['b', 'a'], 'new', false]);
});

test('an update of a record on another page changes nothing', () => {
  const before = aPage([row('b', 2)]);
  expect(applyEvent(before, change('update', row('z', 0)), firstView)).toEqual({ page: before, stale: false });
});

test('a delete takes the row away, and the next page fills the hole', () => {
  const last = applyEvent(aPage([row('b', 2), row('a', 1)]), { type: 'delete', id: 'b' }, firstView);
  expect([ids(last.page), last.page.pagination.totalCount, last.stale]).toEqual([['a'], 1, false]);
  expect(applyEvent(aPage([row('b', 2), row('a', 1)], 5), { type: 'delete', id: 'b' }, firstView).stale).toBe(true);
});

test('a field never seen before gets its column at once and its place from the server', () => {
  const { page, stale } = applyEvent(
    aPage([row('a', 1)]),
    change('update', row('a', 1, { userId: 'u', colour: 'red', updatedAt: 'later' })),
    firstView,
  );
  expect(page.columns).toEqual(['id', 'userId', 'title', 'createdAt', 'updatedAt', 'colour']);
  expect(stale).toBe(true);
});

test('a change that the page shows already is none', () => {
  const before = aPage([row('a', 1)]);
  expect(applyEvent(before, change('create', row('a', 1)), firstView)).toEqual({ page: before, stale: false });
});

test('a gap makes the page ask the server', () => {
  expect(applyEvent(aPage([]), { type: 'gap' }, firstView).stale).toBe(true);
});
