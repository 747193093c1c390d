import { can } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { endpointColumns } from './endpoint-columns.tsx';

// Covers S1-2.4-05, S1-2.4-10
test('a superadmin has User ID and Owner between ID and Storage, and no action', () => {
  const titles = endpointColumns((capability) => can('superadmin', capability), { onConfigure: () => {}, onDeliveries: () => {} }).map(
    ({ title }) => title,
  );
  expect(titles.slice(0, 5)).toEqual(['#', 'ID', 'User ID', 'Owner', 'Storage']);
  expect(titles).not.toContain('Action');
});
