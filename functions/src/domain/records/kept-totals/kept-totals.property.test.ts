import { type Json, type SchemaState, StorageSchema } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../../test/api-server.ts';
import { admin } from '../../../../test/callers.ts';
import { armingMillis } from '../../../services/schema-lease.ts';
import { aggregate } from '../aggregate/aggregate.ts';
import { parseAggregateQuery } from '../aggregate/aggregate-query.ts';
import { jobKinds } from '../job-kinds/job-kinds.ts';
import { runJobs } from '../jobs/run-jobs.ts';
import { updateInput } from '../model/record-input.ts';
import type { RecordWrite } from '../model/record-write.ts';
import type { StorageRow } from '../model/storage-row.ts';
import { changeSchema } from '../schema-change/change-schema.ts';
import { createRecords } from '../write/create-records.ts';
import { writeRecords } from '../write/write-records.ts';
import { ApiError } from '../../../errors/api-error.ts';
import { numbers } from '../../../../test/numbers.ts';

const rounds = Number(process.env.BEDPLATE_ROUNDS ?? 3);
const writers = 6;
const random = numbers(Number(process.env.BEDPLATE_SEED ?? 11));

let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const fields = {
  status: { type: 'enum', values: ['open', 'paid', 'sent'] },
  country: { type: 'text' },
  paidOn: { type: 'date' },
  price: { type: 'decimal', scale: 2 },
  pieces: { type: 'integer' },
} as const;
const schema = StorageSchema.parse({
  fields,
  totals: [
    { by: ['status', 'country'], sum: ['price', 'pieces'] },
    { by: ['paidOn'], sum: ['price'] },
    { by: [], sum: ['pieces', 'price'] },
  ],
});

const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T; // of is not empty

function someFields(): Record<string, Json> {
  const all: Record<string, Json> = {
    status: pick<Json>(['open', 'open', 'paid', 'sent', 'lost', null, true, ['open', 'paid']]),
    country: pick<Json>(['DE', 'FR', 'fr', '', null, 5, '5']),
    paidOn: pick<Json>(['2026-01-31', '2026-02-01', '2026-02-15', 'soon', null]),
    price: pick<Json>(['0.10', '12.5', '-3.07', '900719925474099.31', 7, 'free', null]),
    pieces: pick<Json>(['1', '-1', '9007199254740993', 4, null]),
  };
  return Object.fromEntries(Object.entries(all).filter(() => random() < 0.8));
}

const questions = [
  'op=count,sum:price,avg:price,sum:pieces&groupBy=status',
  'op=count,sum:pieces&groupBy=status,country',
  'op=count,sum:price&status=open',
  'op=count,sum:price&status!=open&country=DE|null',
  'op=count&or=(status=paid,country~f)',
  'op=count,sum:price&groupBy=month:paidOn',
  'op=count,min:paidOn,max:paidOn&paidOn>=2026-02-01',
  'op=sum:pieces,avg:pieces,sum:price',
] as const;

/**
 * Writers of all kinds, side by side, before the totals are declared, while stored records are counted, and after: each total that is
 * kept is the one that the records have. A declaration waits for writes that began before it, as the lease of schemas makes sure.
 */
test(`kept totals are those of the records, whatever ${writers} writers do at once`, async () => {
  const storage = await api.storage('orders', { is_softDelete: true });
  const ids: string[] = [];
  const records = api.services.records;
  const save = async (version: number, change: Partial<StorageSchema> = {}, state: SchemaState = 'learn') =>
    changeSchema(api.services, {
      caller: admin,
      path: { projectId: 'p1', storageId: storage.id },
      change: { version, state, schema: { ...schema, ...change } },
    });
  await save(0, { totals: [] });
  await atOnce(15, () => write(storage.read(), ids));
  await save(1);
  const work = { isDone: false };
  const now = () => Date.now() + armingMillis;
  const counting = runJobs({ ...records, now }, jobKinds, now() + 60_000).then(() => (work.isDone = true));
  while (!work.isDone) await atOnce(4, () => write(storage.read(), ids));
  await counting;
  expect((await storage.read()).data.keptTotals).toHaveLength(3);
  for (let round = 0; round < rounds; round += 1) {
    await atOnce(10, () => write(storage.read(), ids));
    await expectKept(await storage.read());
  }
});

async function atOnce(times: number, act: () => Promise<void>): Promise<void> {
  await Promise.all(
    Array.from({ length: writers }, async () => {
      for (let i = 0; i < times; i += 1) await act();
    }),
  );
}

/** One write of any kind. A refused one, or one without a record to act on, changes nothing. */
async function write(reading: Promise<StorageRow>, ids: string[]): Promise<void> {
  const storage = await reading;
  const common = () => ({ storage, id: pick(ids), where: '' });
  try {
    if (ids.length === 0 || random() < 0.4) {
      const made = await createRecords(api.services.records, storage, {
        inputs: Array.from({ length: random() < 0.5 ? 1 : 5 }, someFields),
        actor: 'a',
      });
      ids.push(...made.map(({ id }) => id));
      return;
    }
    const some = Array.from({ length: pick([1, 1, 1, 4]) }, (): RecordWrite => {
      const kind = random();
      if (kind < 0.2) return { ...common(), op: 'delete', permanent: random() < 0.3 };
      if (kind < 0.4) return { ...common(), op: 'restore' };
      if (kind < 0.5) return { op: 'create', storage, where: '', input: updateInput(someFields()) as never };
      if (kind < 0.6) return { ...common(), op: 'update', input: updateInput({ pieces: { $increment: 3 } }) };
      if (kind < 0.7) return { ...common(), op: 'update', input: updateInput({ note: random() }) };
      return { ...common(), op: 'update', input: updateInput(someFields()) };
    });
    await writeRecords(api.services.records, some, { actor: 'a' });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/** Asks with the totals, and once more as a storage that keeps none, which reads the records. */
async function expectKept(storage: StorageRow): Promise<void> {
  const { keptTotals: _, ...without } = storage.data;
  const counted: StorageRow = { ...storage, data: without };
  for (const question of questions) {
    const query = parseAggregateQuery(question, (path) => Object.hasOwn(fields, path));
    const kept = await aggregate(api.services.records, storage, query);
    expect({ question, path: kept.path, data: plain(kept.data) }).toEqual({
      question,
      path: expect.stringContaining('total kept'),
      data: plain((await aggregate(api.services.records, counted, query)).data),
    });
  }
}

/** Exact numbers have the decimals of their field in one and those of the values in the other; a group may be named by any of its values. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, one: unknown) => {
      const [, number] = typeof one === 'string' ? (/^(-?\d+(?:\.\d*?)?)0*$/.exec(one) ?? []) : [];
      return number !== undefined && String(one).includes('.') ? number.replace(/\.$/, '') : one;
    }),
  );
}
