/** `npm run bench -- functions office --data=<folder of seed:large>`: time and billed reads of every list of the staff's. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import express from 'express';
import type { Caller } from '@bedplate/functions/domain/callers/caller.ts';
import { countLists } from '@bedplate/functions/domain/office/lists/count-lists.ts';
import { officeLists } from '@bedplate/functions/domain/office/lists/office-lists.ts';
import { errorResponder } from '@bedplate/functions/http/error-responder.ts';
import { meterHeaders } from '@bedplate/functions/http/meter-headers.ts';
import type { AccountGuards } from '@bedplate/functions/http/require-capability.ts';
import { inboxRoutes } from '@bedplate/functions/routes/app/inbox.ts';
import { superadminRoutes } from '@bedplate/functions/routes/app/superadmin.ts';
import { createServices, type Services } from '@bedplate/functions/services/services.ts';
import { numberArgument, textArgument } from './arguments.ts';
import { at } from './load.ts';
import { processes } from './processes.ts';

const dataDir = resolve(process.env.INIT_CWD ?? '.', textArgument('data') ?? '.bedplate-large');
const rounds = numberArgument('rounds', 9);
const project = 'demo-bedplate';

const running = processes();
try {
  const child = running.fork(join(import.meta.dirname, 'firestore.mjs'), [join(dataDir, 'firestore')], ['--max-old-space-size=8192']);
  const began = performance.now();
  const [{ host }] = (await once(child, 'message')) as [{ host: string }]; // what firestore.ts sends
  console.log(`The database holds the folder after ${((performance.now() - began) / 1000).toFixed(0)} s.`);
  process.env.FIRESTORE_EMULATOR_HOST = host;
  const { url, close } = await serve(host);
  await measure(url);
  close();
} finally {
  await running.end();
}

/** The calls of the staff's lists behind their own address; the guard, which reads session and user, is left out. */
async function serve(firestore: string) {
  // The part of the configuration that lists read.
  const config = {
    projectId: project,
    publicOrigin: 'http://127.0.0.1',
    tokenPepper: 'bench',
    emulators: { firestore },
  } as unknown as Services['config'];
  const staff: Caller = {
    uid: 'staff',
    sid: 's',
    role: 'superadmin',
    tenantId: null,
    projectId: null,
    owner: null,
    name: 'Staff',
    email: 's@x.test',
  };
  const guards = { may: () => async () => staff } as unknown as AccountGuards;
  const services = createServices({ config });
  // As the night before did.
  await countLists(services);
  const app = express().use(meterHeaders, inboxRoutes(services, guards), superadminRoutes(services, guards), errorResponder);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

async function measure(url: string): Promise<void> {
  const call = async (path: string) => {
    const began = performance.now();
    const response = await fetch(url + path);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return { millis: performance.now() - began, reads: Number(response.headers.get('x-bedplate-reads')), body: JSON.parse(text) };
  };
  console.log(`\n${'page'.padEnd(44)} first: ms  reads   then: median ms  slowest  reads      total`);
  const row = async (name: string, path: string) => {
    const cold = await call(path);
    const warm: Awaited<ReturnType<typeof call>>[] = [];
    for (let round = 0; round < rounds; round += 1) warm.push(await call(path));
    const millis = warm.map((each) => each.millis);
    const reads = Math.max(...warm.map((each) => each.reads));
    const total = cold.body.pagination?.totalCount ?? '';
    console.log(
      name.padEnd(44) +
        `${cold.millis.toFixed(0).padStart(10)} ${String(cold.reads).padStart(6)} ` +
        `${at(millis, 0.5).toFixed(0).padStart(17)} ${Math.max(...millis)
          .toFixed(0)
          .padStart(8)} ${String(reads).padStart(6)} ${String(total).padStart(10)}`,
    );
    return cold.body;
  };
  for (const name of Object.keys(officeLists)) {
    const { data = [] } = await row(name, `/superadmin/${name}`);
    const after = data.at(-1)?.id;
    if (after) await row(`${name}, next page`, `/superadmin/${name}?page=2&after=${after}`);
    if (name !== 'apiusages') await row(`${name}, oldest first`, `/superadmin/${name}?sortOrder=ASC`);
  }
  const tenantId = (await call('/superadmin/users?search=person77777@')).body.data[0]?.tenantId;
  for (const name of ['users', 'projects', 'subscriptions', 'apiusages'])
    await row(`${name} of one account`, `/superadmin/${name}?tenantId=${tenantId}`);
  for (const [name, search] of [
    ['users', 'person123'],
    ['users', 'lovelace'],
    ['users', 'nobody at all'],
    ['projects', 'clinic'],
    ['projects', 'rden 1234'],
    ['storages', 'orders12'],
    ['endpoints', 'orders1000'],
    ['subscriptions', 'schmidt'],
    ['pagevisits', '/doc'],
  ] as const)
    await row(`${name}, search "${search}"`, `/superadmin/${name}?search=${encodeURIComponent(search)}`);
  await row('inbox', '/feedback');
  await row('inbox, search "nguyen"', '/feedback?search=nguyen');
  const today = new Date().toISOString().slice(0, 10);
  const from = new Date(Date.now() - 6 * 24 * 3600_000).toISOString().slice(0, 10);
  await row('dashboard, a week', `/superadmin/analytics?from=${from}&to=${today}`);
}
