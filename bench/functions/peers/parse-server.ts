import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../scripts/suite/addresses.mjs';
import { type HttpClient, httpClient, inTurn } from '../http-client.ts';
import { aBuyer, anOrder, buyers } from '../orders.ts';
import { answering, type Processes } from '../processes.ts';
import { installPackage } from './install-package.ts';
import { parseRequests } from './parse-requests.ts';
import type { Peer } from './peer.ts';
import { type Postgres, startPostgres } from './postgres.ts';

const keys = { 'x-parse-application-id': 'bench', 'x-parse-rest-api-key': 'bench' };
const headers = { ...keys, 'content-type': 'application/json' };

/** Parse Server as its documentation starts it, in as many processes as `instances`. @returns the reason when it cannot run here */
export async function startParseServer(running: Processes, count: number, instances: number): Promise<Peer | string> {
  const installed = installPackage('parse-server', '9');
  if (!installed) return 'parse-server could not be installed from the package registry';
  const postgres = await startPostgres(running);
  if (!postgres) return 'PostgreSQL is not installed, and installing Debian\'s package "postgresql" needs root';
  const { folder, version } = installed;
  writeFileSync(join(folder, 'start.mjs'), startFile);
  const start = () => startProcess(running, folder, postgres);
  const url = await start();
  await makeClasses(url, postgres);
  fill(postgres, count);
  // Those that begin now find the classes.
  const urls = [url, ...(await Promise.all(Array.from({ length: instances - 1 }, start)))];
  const client = inTurn(urls.map((each) => httpClient(each, headers)));
  return { name: 'Parse Server', version, requests: await parseRequests(client, count, idOf), ids: running.ids };
}

/** @returns its address */
async function startProcess(running: Processes, folder: string, postgres: Postgres): Promise<string> {
  const port = await freePort();
  const child = running.spawn(process.execPath, [join(folder, 'start.mjs'), String(port), postgres.uri], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const url = `http://127.0.0.1:${port}`;
  await answering(`${url}/parse/health`, child, headers);
  return url;
}

const fields = {
  number: { type: 'Number' },
  status: { type: 'String' },
  amount: { type: 'Number' },
  customer: { type: 'String' },
  title: { type: 'String' },
  express: { type: 'Boolean' },
};

/** Through the REST API, with the indexes that an attentive developer would add. */
async function makeClasses(url: string, postgres: Postgres): Promise<void> {
  const client = httpClient(url, { ...headers, 'x-parse-master-key': 'bench-master' });
  const indexes = { newest: { createdAt: 1 }, byStatus: { status: 1 }, byAmount: { amount: 1 }, byCustomer: { customer: 1, amount: 1 } };
  await makeClass(client, 'Orders', { fields, indexes });
  await makeClass(client, 'Buyers', { fields: { name: { type: 'String' }, city: { type: 'String' }, email: { type: 'String' } } });
  const required = {
    ...fields,
    number: { type: 'Number', required: true },
    title: { type: 'String', required: true },
    buyer: { type: 'Pointer', targetClass: 'Buyers' },
  };
  const ofSales = { salesNewest: { createdAt: 1 }, salesByCustomer: { customer: 1 } };
  await makeClass(client, 'Sales', { fields: required, indexes: ofSales });
  // Its REST API has no unique indexes; it answers 137 (duplicate value) for one that the database has.
  postgres.run('create unique index on "Sales" (number);');
  client.close();
}

async function makeClass(client: HttpClient, className: string, schema: object): Promise<void> {
  const { status, text } = await client.send('POST', `/parse/schemas/${className}`, { className, ...schema });
  if (status !== 200) throw new Error(`Parse Server answered ${status}: ${text}`);
}

/** The same rows as ours, a millisecond apart, as creates through the API leave them. */
function fill(postgres: Postgres, count: number): void {
  const start = Date.now() - count;
  const at = (i: number) => new Date(start + i).toISOString();
  const common = (i: number) => [idOf(i), at(i), at(i)];
  postgres.copy('"Buyers"', ['"objectId"', '"createdAt"', '"updatedAt"', 'name', 'city', 'email'], buyers, (i) => {
    const { name, city, email } = aBuyer(i);
    return [...common(i), name, city, email];
  });
  const columns = ['"objectId"', '"createdAt"', '"updatedAt"', 'number', 'status', 'amount', 'customer', 'title', 'express'];
  const row = (i: number) => {
    const { number, status, amount, customer, title, express } = anOrder(i);
    return [...common(i), number, status, amount, customer, title, express];
  };
  postgres.copy('"Orders"', columns, count, row);
  postgres.copy('"Sales"', [...columns, 'buyer'], count, (i) => [...row(i), idOf(i % buyers)]);
}

/** Of a filled row: ten characters, as the server makes them. */
function idOf(i: number): string {
  return `b${i.toString(36).padStart(9, '0')}`;
}

const startFile = `
import express from 'express';
import { ParseServer } from 'parse-server';
const [port, databaseURI] = process.argv.slice(2);
const server = new ParseServer({
  databaseURI,
  appId: 'bench',
  masterKey: 'bench-master',
  restAPIKey: 'bench',
  serverURL: 'http://127.0.0.1:' + port + '/parse',
  allowClientClassCreation: false,
  silent: true,
  logLevel: 'error',
});
await server.start();
const app = express();
app.use('/parse', server.app);
app.listen(Number(port), '127.0.0.1');
process.once('disconnect', () => process.exit());
`;
