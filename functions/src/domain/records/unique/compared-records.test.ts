import { expect, test, vi } from 'vitest';
import type { RecordServices } from '../../../services/record-services.ts';
import { ruleClaims } from './rule-claims.ts';
import { storedValues } from './stored-values.ts';
import { uniqueClashes, uniqueFaults } from './unique-faults.ts';

vi.mock('./rule-claims.ts');
vi.mock('./stored-values.ts');

test('five thousand records are compared, and five examples shown of those that clash', async () => {
  vi.mocked(ruleClaims).mockReturnValue([{ path: 'one', fields: ['n'] }] as unknown as ReturnType<typeof ruleClaims>);
  let pages = 0;
  vi.mocked(storedValues).mockImplementation(async (_, __, { limit }) => {
    pages += 1;
    if (pages > 20) throw new Error('It does not end.');
    const values = Array.from({ length: limit }, (___, n) => ({ key: `k${n}`, fields: { n: 1 } }));
    return { values, next: 'more' } as unknown as Awaited<ReturnType<typeof storedValues>>;
  });
  const compared = { storageId: 's1', rules: { unique: [{ fields: ['n'] }] } } as unknown as Parameters<typeof uniqueClashes>[1];
  const services = {} as RecordServices;
  expect(await uniqueClashes(services, compared)).toMatchObject({ seen: 5_000, isExact: false });
  const [fault] = await uniqueFaults(services, compared);
  expect(fault?.examples).toHaveLength(5);
});
