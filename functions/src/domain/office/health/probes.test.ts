import { afterEach, expect, test, vi } from 'vitest';
import type { Services } from '../../../services/services.ts';
import { probeParts } from './probes.ts';

afterEach(() => vi.unstubAllGlobals());

const at = 1_000;

/** Parts that work, but for what a test says. */
async function found({ status = 200, kept = { data: { at } } as object | null, content = 'ok' }) {
  vi.stubGlobal('fetch', async () => new Response('', { status }));
  const file = { save: async () => {}, download: async () => [Buffer.from(content)], delete: async () => {} };
  const services = {
    config: { publicOrigin: 'http://127.0.0.1:1', stripe: { secretKey: '' } },
    store: { commit: async () => null, get: async () => kept },
    bucket: { file: () => file },
    mailer: { verify: async () => {} },
    makeId: () => ({ id: 'a' }),
    clock: () => at,
  } as unknown as Services; // what the probes use
  const parts = await probeParts(services, 1000);
  return Object.entries(parts).flatMap(([name, { state }]) => (state === 'down' ? [name] : []));
}

test.each([
  ['that all work', {}, []],
  ['whose API answers 503', { status: 503 }, ['functions']],
  ['whose database has nothing of what was written', { kept: null }, ['firestore']],
  ['whose database reads an earlier state', { kept: { data: { at: at - 1 } } }, ['firestore']],
  ['whose bucket gives other bytes back', { content: 'o' }, ['storage']],
])('of parts %s these are down', async (_, given, down) => {
  expect(await found(given)).toEqual(down);
});
