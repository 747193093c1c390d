import type { DataRecord } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { recordName } from '@bedplate/contract/record-name';

const times = { createdAt: '', updatedAt: '' };

test.each([
  [{ amount: 3, title: 'Tea' }, 'Tea'],
  [{ note: 'Late', customer_name: 'Ada' }, 'Ada'],
  [{ email: 'ada@example.com', city: 'Rome' }, 'ada@example.com'],
  [{ link: 'https://example.com', city: 'Rome' }, 'Rome'],
  [{ name: '', text: 'two\nlines' }, 'two lines'],
  [{ name: 'n'.repeat(80) }, `${'n'.repeat(60)}…`],
  [{ orderNumber: 12, number: 7 }, '7'],
  [{ userId: 'u1', paid: true, meta: { a: 1 } }, ''],
])('%j is known as %j', (fields, name) => {
  expect(recordName({ id: 'r1', ...times, ...fields } as DataRecord)).toBe(name);
});
