/**
 * The costs of a schema for a storage that has many records: its proposal, the check of all records and the conversion of a field, and the
 * time of an app's creates beside each of them.
 */
import { StorageSchema } from '@bedplate/contract';
import { jobKinds } from '@bedplate/functions/domain/records/job-kinds/job-kinds.ts';
import { runJobs } from '@bedplate/functions/domain/records/jobs/run-jobs.ts';
import { proposeFields } from '@bedplate/functions/domain/records/schema/propose-fields.ts';
import { changeSchema } from '@bedplate/functions/domain/records/schema-change/change-schema.ts';
import { checkStored } from '@bedplate/functions/domain/records/schema-change/check-stored.ts';
import { armingMillis } from '@bedplate/functions/services/schema-lease.ts';
import { numberArgument } from './arguments.ts';
import { httpClient } from './http-client.ts';
import { at } from './load.ts';
import { anOrder } from './orders.ts';
import { secrets, startApi, startDatabase } from './our-servers.ts';
import { processes } from './processes.ts';
import { owner, schemaServices } from './schema-services.ts';
import { makeWorld } from './world.ts';

const records = numberArgument('records', 100_000);
/** Time for which the conversion is watched. */
const seconds = numberArgument('seconds', 30);
/** The writer's pause between two creates. */
const pauseMillis = 20;

const running = processes();
try {
  // A million records with their indexes are more than Node.js takes by itself.
  const host = await startDatabase(running, undefined, ['--max-old-space-size=16000']);
  const seeding = performance.now();
  const { firestore, headers } = await makeWorld(host, secrets, records);
  console.log(`${records} records written in ${inSeconds(seeding)} s`);
  const client = httpClient(await startApi(running, host), headers);
  let made = records;
  const writer = beside(() => client.send('POST', '/api/orders/orders', anOrder((made += 1))));

  const services = schemaServices(firestore);
  const path = { projectId: 'bench', storageId: 'orders' };
  const schema = StorageSchema.parse({ fields: { title: { type: 'text', required: true }, amount: { type: 'decimal' } } });
  await measured('nothing', () => pause(5000));
  await measured('the proposal', () => proposeFields(services, owner, path));
  await measured('the check', async () => {
    let after: string | null = null;
    do after = (await checkStored(services, { caller: owner, params: path, asked: { schema, after } })).next;
    while (after !== null);
  });
  await changeSchema(services, { caller: owner, path, change: { version: 0, schema, state: 'learn' } });
  const later = { ...services.records, now: () => Date.now() + armingMillis + 1000 };
  await measured('the conversion', () => runJobs(later, jobKinds, later.now() + seconds * 1000));
  const job = (await services.store.recordJobs.query({ where: [] })).rows.find(({ data }) => data.kind === 'convertFields');
  console.log(`${job?.data.changed} of ${records} records converted`);
  await writer.end();
  client.close();
  await firestore.terminate();

  async function measured(name: string, work: () => Promise<unknown>): Promise<void> {
    writer.take();
    const begun = performance.now();
    await work();
    const waits = writer.take();
    if (waits.length === 0) return console.log(`beside ${name}, ${inSeconds(begun)} s: no create ended`);
    const [p50, p95, most] = [at(waits, 0.5), at(waits, 0.95), Math.max(...waits)].map((millis) => millis.toFixed(0));
    console.log(
      `beside ${name}, ${inSeconds(begun)} s: ${waits.length} creates, ${p50} ms in the median, ${p95} ms at 95 %, ${most} ms at most`,
    );
  }
} finally {
  await running.end();
}

/** Writes without end, with a pause after each. @returns `take`: the milliseconds of each since the last one */
function beside(create: () => Promise<unknown>): { take(): number[]; end(): Promise<void> } {
  const state = { isOver: false };
  let waits: number[] = [];
  const work = (async () => {
    while (!state.isOver) {
      const begun = performance.now();
      await create();
      waits.push(performance.now() - begun);
      await pause(pauseMillis);
    }
  })();
  const take = () => {
    const taken = waits;
    waits = [];
    return taken;
  };
  return {
    take,
    end() {
      state.isOver = true;
      return work;
    },
  };
}

function inSeconds(begun: number): string {
  return ((performance.now() - begun) / 1000).toFixed(1);
}

function pause(millis: number): Promise<void> {
  return new Promise((done) => setTimeout(done, millis));
}
