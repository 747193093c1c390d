import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usePagedFilters } from './use-paged-filters.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const inAddress = { read: (get: (key: string) => string) => ({ search: get('search') }), write: (filters: { search: string }) => filters };
const wrapper = ({ children }: { children: ReactNode }) => <MemoryRouter initialEntries={['/users']}>{children}</MemoryRouter>;

test('a link back to the address that a search was typed at ends the search', async () => {
  const { result } = renderHook(() => ({ list: usePagedFilters(inAddress), go: useNavigate() }), { wrapper });
  act(() => result.current.list.change({ search: 'max' }));
  await act(() => vi.runAllTimersAsync());
  expect(result.current.list.settled).toEqual({ search: 'max' });
  await act(async () => result.current.go('/users'));
  await act(() => vi.runAllTimersAsync());
  expect(result.current.list.filters).toEqual({ search: '' });
  expect(result.current.list.settled).toEqual({ search: '' });
});
