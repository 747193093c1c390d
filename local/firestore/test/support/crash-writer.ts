/**
 * A process to be killed: writes pairs of documents that must agree, forever, and prints each acknowledged number.
 * Arguments: data directory, first number.
 */
import { writeSync } from 'node:fs';
import { createEngine } from '../../src/store/create-engine.ts';
import { put } from './engine-builders.ts';

const [, , dataDir = '', first = '0'] = process.argv;
const engine = await createEngine({ dataDir, indexMode: 'strict', compactAfterBytes: 20_000 });
const db = engine.database('demo', '(default)');
let next = Number(first);

await Promise.all(
  Array.from({ length: 8 }, async () => {
    while (true) {
      const n = next++;
      await db.commit([
        put(`left/${n}`, { n: BigInt(n), text: 'x'.repeat(200) }),
        put(`right/${n}`, { n: BigInt(n) }),
        put(`last/${n % 8}`, { n: BigInt(n) }),
      ]);
      writeSync(1, `${n}\n`);
    }
  }),
);
