import { useMutation } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { Providers } from '../app/providers.tsx';
import { DataTable } from './data-table.tsx';

interface Row {
  id: string;
}

/** @returns what draws the table again */
function draw(rows: string, part = 0) {
  const page = (names: string, before: number) => (
    <Providers>
      <MemoryRouter>
        <Things rows={[...names].map((id) => ({ id }))} before={before} />
      </MemoryRouter>
    </Providers>
  );
  const { rerender } = render(page(rows, part));
  return (next: string, before = 0) => rerender(page(next, before));
}

function Things({ rows, before }: { rows: Row[]; before: number }) {
  return <DataTable label="Things" columns={columns} rows={rows} before={before} />;
}

const columns = [{ title: 'Name', cell: ({ id }: Row) => <Change name={id} /> }];

function Change({ name }: { name: string }) {
  const change = useMutation({ mutationFn: () => Promise.resolve() });
  return <button onClick={() => change.mutate()}>{name}</button>;
}

const shown = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent)
    .join('');
const point = () => fireEvent.pointerMove(screen.getByRole('table'));

test('without a hand the rows follow the list', () => {
  const again = draw('abc');
  again('xabc');
  expect(shown()).toBe('xabc');
});

test.each([
  ['pointer', point],
  ['focus', () => screen.getByRole('button', { name: 'b' }).focus()],
])('below a %s no row moves; what is new waits until it is asked for', (_, come) => {
  const again = draw('abc');
  come();
  again('xyab');
  expect(shown()).toBe('abc');
  fireEvent.click(screen.getByRole('button', { name: '2 new' }));
  expect(shown()).toBe('xyab');
});

test('what was deleted elsewhere keeps its place below a hand, and cannot be used', () => {
  const again = draw('abc');
  point();
  again('ac');
  const rows = [...document.querySelectorAll('tbody tr')];
  expect(rows.map(({ textContent }) => textContent)).toEqual(['a', 'b', 'c']);
  expect(rows.map((row) => row.hasAttribute('inert'))).toEqual([false, true, false]);
});

test('another page is shown at once, and so is what the person changed', async () => {
  const again = draw('abc');
  point();
  again('def', 3);
  expect(shown()).toBe('def');
  fireEvent.click(screen.getByRole('button', { name: 'd' }));
  await Promise.resolve();
  again('ef', 3);
  expect(shown()).toBe('ef');
});

test('numbers that people compare stand at the right, below their title', () => {
  const counted = [...columns, { title: 'Calls', isFigure: true as const, cell: () => 7 }];
  render(
    <Providers>
      <MemoryRouter>
        <DataTable label="Things" columns={counted} rows={[{ id: 'a' }]} before={0} />
      </MemoryRouter>
    </Providers>,
  );
  for (const cell of [screen.getByRole('columnheader', { name: 'Calls' }), screen.getByRole('cell', { name: '7' })])
    expect(cell).toHaveClass('MuiTableCell-alignRight');
  expect(screen.getByRole('columnheader', { name: 'Name' })).not.toHaveClass('MuiTableCell-alignRight');
});
