import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { FairQueue } from '../../rate-limits/fair-queue.ts';
import { exportInTurn, importInTurn } from './transfer-queues.ts';

/** How many of fifty works begin, and how many are refused, while none ends. */
async function crowd(inTurn: FairQueue, tenantOf: (nth: number) => string) {
  let [running, refused] = [0, 0];
  const held = Promise.withResolvers<void>();
  const works = Array.from({ length: 50 }, (_, nth) =>
    inTurn(tenantOf(nth), () => {
      running += 1;
      return held.promise;
    }).catch(() => (refused += 1)),
  );
  await turn();
  const seen = { running, refused };
  held.resolve();
  await Promise.all(works);
  return seen;
}

test.each([
  ['exports', exportInTurn, { ofOne: 2, waiting: 4, ofAll: 16 }],
  ['imports', importInTurn, { ofOne: 2, waiting: 8, ofAll: 4 }],
])('two %s of an account run at a time, some wait, and an instance runs a few of all', async (_, inTurn, { ofOne, waiting, ofAll }) => {
  expect(await crowd(inTurn, () => 'one')).toEqual({ running: ofOne, refused: 50 - ofOne - waiting });
  expect(await crowd(inTurn, (nth) => `t${nth}`)).toEqual({ running: ofAll, refused: 0 });
});
