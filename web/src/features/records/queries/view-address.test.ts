import { expect, test } from 'vitest';
import { addressOf, columnsOf, viewOf } from './view-address.ts';
import { firstView } from './view.ts';

const plain = { hidden: [], order: [] };

test('a view and its columns come out of their address as they went in, beside what else is there', () => {
  const view = {
    search: 'Käse & Brot',
    where: 'a>=1&or=(b="x & y",c=null)',
    startDate: '2026-02-01',
    endDate: '2026-02-28',
    limit: 50,
    sort: { field: 'a,b', order: 'desc' as const },
    deleted: true,
    page: 3,
  };
  const columns = { hidden: ['a,b', '50%'], order: ['title', 'id'] };
  const address = new URLSearchParams(addressOf(view, columns, new URLSearchParams('welcome=1')).toString());
  expect(viewOf(address)).toEqual(view);
  expect(columnsOf(address)).toEqual(columns);
  expect(address.get('welcome')).toBe('1');
  expect(addressOf(firstView, plain, address).toString()).toBe('welcome=1');
});

test.each(['size=37&page=-2&from=2026-02-30&to=soon', 'page=0&size=&sort=&from=', 'page=1e9&size=NaN&to=26-1-1', 'deleted=maybe&desc=no'])(
  '%s is the first view',
  (address) => {
    expect(viewOf(new URLSearchParams(address))).toEqual(firstView);
  },
);

test('an end before the start is none, and a cut name stays as it is', () => {
  expect(viewOf(new URLSearchParams('from=2026-03-01&to=2026-02-01'))).toMatchObject({ startDate: '2026-03-01', endDate: '' });
  expect(columnsOf(new URLSearchParams({ hide: 'a%2' }))).toEqual({ hidden: ['a%2'], order: [] });
});
