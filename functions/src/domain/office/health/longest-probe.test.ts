import { expect, test, vi } from 'vitest';
import type { Services } from '../../../services/services.ts';
import { checkOnce } from './check-health.ts';
import { probeParts } from './probes.ts';
import { readSignals } from './signals.ts';

vi.mock('./probes.ts');
vi.mock('./record-check.ts', () => ({ recordCheck: async () => [] }));
vi.mock('./signals.ts');

test('a probe of a part takes ten seconds', async () => {
  const services = {} as Services;
  await checkOnce(services);
  expect(probeParts).toHaveBeenCalledExactlyOnceWith(services, 10_000);
  expect(readSignals).toHaveBeenCalledExactlyOnceWith(services, 10_000);
});
