import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { freePort } from '../../../scripts/suite/addresses.mjs';
import { type HttpClient, httpClient } from '../http-client.ts';
import { aBuyer, anOrder, buyers } from '../orders.ts';
import { answering, type Processes } from '../processes.ts';
import { directusRequests } from './directus-requests.ts';
import { installPackage } from './install-package.ts';
import type { Peer } from './peer.ts';
import { type Postgres, startPostgres } from './postgres.ts';

/** Static, of the one administrator: no session is looked up and no permission is asked for. */
const token = 'bench-token-of-the-administrator';
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
/** Versions of isolated-vm before 6, in which extensions run, have no binary for Node.js 24. */
const install = { manifest: { overrides: { 'isolated-vm': '^6.0.0' } }, flags: ['--legacy-peer-deps'] };

/** Directus in one process, without its app, live updates, cache and limits. @returns the reason when it cannot run here */
export async function startDirectus(running: Processes, count: number): Promise<Peer | string> {
  const installed = installPackage('directus', '12.4.0', install);
  if (!installed) return 'directus could not be installed from the package registry';
  const postgres = await startPostgres(running);
  if (!postgres) return 'PostgreSQL is not installed, and installing Debian\'s package "postgresql" needs root';
  const { folder, version } = installed;
  const port = await freePort();
  const cli = ['--no-node-snapshot', join(folder, 'node_modules/@directus/api/dist/cli/run.js')];
  const options = { cwd: folder, env: { ...process.env, ...settings(postgres, port) } };
  const bootstrap = spawnSync(process.execPath, [...cli, 'bootstrap'], { ...options, encoding: 'utf8', timeout: 180_000 });
  if (bootstrap.status !== 0) throw new Error(`Directus could not set up its database: ${bootstrap.stderr}${bootstrap.stdout}`);
  const child = running.spawn(process.execPath, [...cli, 'start'], options);
  const url = `http://127.0.0.1:${port}`;
  await answering(`${url}/server/ping`, child);
  await makeCollections(url);
  const ids = fill(postgres, count);
  return { name: 'Directus', version, requests: await directusRequests(httpClient(url, headers), count, ids), ids: running.ids };
}

function settings(postgres: Postgres, port: number): Record<string, string> {
  return {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: postgres.uri,
    SECRET: 'bench-secret-bench-secret-bench-secret',
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'Bench-password-1',
    ADMIN_TOKEN: token,
    LOG_LEVEL: 'error',
    ...Object.fromEntries(
      ['SERVE_APP', 'WEBSOCKETS_ENABLED', 'TELEMETRY', 'PRESSURE_LIMITER_ENABLED', 'CACHE_ENABLED'].map((name) => [name, 'false']),
    ),
  };
}

const id = { field: 'id', type: 'uuid', schema: { is_primary_key: true }, meta: { special: ['uuid'] } };
const created = { field: 'date_created', type: 'timestamp', schema: { is_indexed: true }, meta: { special: ['date-created'] } };
const updated = { field: 'date_updated', type: 'timestamp', meta: { special: ['date-updated'] } };
const indexed = { schema: { is_indexed: true } };
const ofOrders = [
  { field: 'number', type: 'integer' },
  { field: 'status', type: 'string', ...indexed },
  { field: 'amount', type: 'integer', ...indexed },
  { field: 'customer', type: 'string', ...indexed },
  { field: 'title', type: 'string' },
  { field: 'express', type: 'boolean' },
];

/** Through the REST API, with the indexes that an attentive developer would add. */
async function makeCollections(url: string): Promise<void> {
  const client = httpClient(url, headers);
  // Its history, `accountability`, is on unless a collection says otherwise.
  const make = (collection: string, fields: object[], accountability: 'all' | null = null) =>
    post(client, '/collections', { collection, schema: {}, meta: { accountability }, fields: [id, created, updated, ...fields] });
  await make('orders', ofOrders);
  await make('kept', ofOrders, 'all');
  await make(
    'buyers',
    ['name', 'city', 'email'].map((field) => ({ field, type: 'string' })),
  );
  const required = { number: { is_unique: true, is_nullable: false }, title: { is_nullable: false } };
  await make('sales', [
    ...ofOrders.map((field) => (field.field in required ? { ...field, schema: required[field.field as keyof typeof required] } : field)),
    { field: 'buyer', type: 'uuid' },
  ]);
  await post(client, '/relations', {
    collection: 'sales',
    field: 'buyer',
    related_collection: 'buyers',
    schema: { on_delete: 'SET NULL' },
  });
  client.close();
}

async function post(client: HttpClient, path: string, body: object): Promise<void> {
  const { status, text } = await client.send('POST', path, body);
  if (status !== 200) throw new Error(`Directus answered ${status}: ${text}`);
}

/** The same rows as ours, a millisecond apart. @returns the ids of the buyers */
function fill(postgres: Postgres, count: number): string[] {
  const start = Date.now() - count;
  const common = (i: number) => [randomUUID(), new Date(start + i).toISOString()];
  const ids = Array.from({ length: buyers }, () => randomUUID());
  postgres.copy('buyers', ['id', 'name', 'city', 'email'], buyers, (i) => {
    const { name, city, email } = aBuyer(i);
    return [ids[i], name, city, email];
  });
  const columns = ['id', 'date_created', 'number', 'status', 'amount', 'customer', 'title', 'express'];
  const row = (i: number) => {
    const { number, status, amount, customer, title, express } = anOrder(i);
    return [...common(i), number, status, amount, customer, title, express];
  };
  postgres.copy('orders', columns, count, row);
  postgres.copy('kept', columns, count, row);
  postgres.copy('sales', [...columns, 'buyer'], count, (i) => [...row(i), ids[i % buyers]]);
  return ids;
}
