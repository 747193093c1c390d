import type { RequestLine } from '@bedplate/contract';
import { expect, test, vi } from 'vitest';
import type { Services } from '../../services/services.ts';
import { groupErrors } from './group-errors.ts';
import { groupLists } from './group-lists.ts';
import { chunksOf } from './read-chunks.ts';

vi.mock('./log-span.ts', () => ({ logSpan: async () => ({ from: 0, to: 1, keptFrom: 0, tenantId: 't1' }) }));
vi.mock('./read-chunks.ts');
vi.mock('./request-names.ts', () => ({ namesOf: async () => ({}) }));

const asked = { projectId: 'p1', asked: {} } as Parameters<typeof groupErrors>[1];

function seen(line: (n: number) => Partial<RequestLine>) {
  const lines = Array.from({ length: 300 }, (_, n) => ({ n: 1, at: '', storageId: 's1', ...line(n) })) as RequestLine[];
  vi.mocked(chunksOf).mockImplementation(async function* () {
    yield { id: 'c1', writtenAt: 1, lines };
  });
}

test('a hundred kinds of errors are told', async () => {
  seen((n) => ({ status: 400, route: `/${n}` }));
  expect((await groupErrors({} as Services, asked)).groups).toHaveLength(100);
});

test('fifty kinds of lists are told', async () => {
  seen((n) => ({ status: 200, plan: 'walk', asks: `f${n} =`, reads: 1_000, ms: 1_000 }));
  expect((await groupLists({} as Services, asked)).groups).toHaveLength(50);
});
