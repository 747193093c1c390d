import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { httpClient } from '../http-client.ts';
import { anOrder } from '../orders.ts';
import { freePort } from '../../../scripts/suite/addresses.mjs';
import { answering, type Processes } from '../processes.ts';
import type { Postgres } from './postgres.ts';

const version = '9';
/** Kept between runs; no part of this repository or its lock file. */
const folder = join(tmpdir(), `bedplate-peers-parse-server-${version}`);
const keys = { 'x-parse-application-id': 'bench', 'x-parse-rest-api-key': 'bench' };
export const parseHeaders = { ...keys, 'content-type': 'application/json' };

export interface ParseServer {
  readonly url: string;
  readonly version: string;
}

/** @returns false when the package cannot be installed */
export function installParseServer(): boolean {
  const installed = join(folder, 'node_modules/parse-server/package.json');
  if (existsSync(installed)) return true;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', `parse-server@${version}`];
  return spawnSync('npm', args, { cwd: folder, stdio: 'ignore', timeout: 600_000 }).status === 0;
}

/** One process, as its documentation starts it, with a class of `count` orders and indexes for what the benchmark asks. */
export async function startParseServer(running: Processes, postgres: Postgres, count: number): Promise<ParseServer> {
  const port = await freePort();
  writeFileSync(join(folder, 'start.mjs'), startFile);
  const child = running.spawn(process.execPath, [join(folder, 'start.mjs'), String(port), postgres.uri], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const url = `http://127.0.0.1:${port}`;
  await answering(`${url}/parse/health`, child, parseHeaders);
  await makeClass(url);
  fill(postgres, count);
  const manifest = JSON.parse(readFileSync(join(folder, 'node_modules/parse-server/package.json'), 'utf8')) as { version: string };
  return { url, version: manifest.version };
}

/** Through the REST API, with the indexes that an attentive developer would add. */
async function makeClass(url: string): Promise<void> {
  const client = httpClient(url, { ...parseHeaders, 'x-parse-master-key': 'bench-master' });
  const fields = {
    number: field('Number'),
    status: field('String'),
    amount: field('Number'),
    customer: field('String'),
    title: field('String'),
    express: field('Boolean'),
  };
  const indexes = { newest: { createdAt: 1 }, byStatus: { status: 1 }, byAmount: { amount: 1 }, byCustomer: { customer: 1 } };
  const { status, text } = await client.send('POST', '/parse/schemas/Orders', { className: 'Orders', fields, indexes });
  if (status !== 200) throw new Error(`Parse Server answered ${status}: ${text}`);
  client.close();
}

function field(type: string) {
  return { type };
}

/** The same rows as ours, a millisecond apart, as creates through the API leave them. */
function fill(postgres: Postgres, count: number): void {
  const start = Date.now() - count;
  const lines: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const { number, status, amount, customer, title, express } = anOrder(i);
    const at = new Date(start + i).toISOString();
    lines.push([`b${i.toString(36).padStart(9, '0')}`, at, at, number, status, amount, customer, title, express].join('\t'));
  }
  const columns = '"objectId", "createdAt", "updatedAt", number, status, amount, customer, title, express';
  postgres.run(`copy "Orders" (${columns}) from stdin;\n${lines.join('\n')}\n\\.\nvacuum analyze "Orders";\n`);
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
