import { Agent, request } from 'node:http';
import { parseArgs } from 'node:util';

/**
 * Creates many records over many connections and looks for lost, doubled or misplaced ones:
 *
 *   node bench/load/creates.mjs --url http://127.0.0.1:5000 --api-key … --secret-key … --project … --storage-key … --storage …
 *        [--count 20000] [--connections 50]
 *
 * Holds: no answer but 201, every id once, the list has every record once, and its order is that of createdAt, newest first.
 * Ends with 1 when one of them does not.
 */
const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:5000' },
    'api-key': { type: 'string' },
    'secret-key': { type: 'string' },
    project: { type: 'string' },
    'storage-key': { type: 'string' },
    storage: { type: 'string' },
    count: { type: 'string', default: '20000' },
    connections: { type: 'string', default: '50' },
  },
});
const count = Number(values.count);
const connections = Number(values.connections);
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const headers = {
  'x-api-key': values['api-key'],
  'x-secret-key': values['secret-key'],
  'x-project-id': values.project,
  'content-type': 'application/json',
};
const path = `/api/${values['storage-key']}/${values.storage}`;
const run = `run ${Date.now()}`;
const problems = [];

const { ids, seconds } = await create();
const listed = await listAll();
check();
agent.destroy();
console.log(`${count} creates over ${connections} connections in ${seconds.toFixed(1)} s: ${Math.round(count / seconds)} per second`);
console.log(problems.length ? problems.join('\n') : `no error; ${ids.size} ids, each listed once, in the order of createdAt`);
process.exitCode = problems.length ? 1 : 0;

async function create() {
  const ids = new Map();
  let next = 0;
  const began = performance.now();
  const worker = async () => {
    while (next < count) {
      const number = next++;
      const { status, body } = await send('POST', path, { number, run, title: `Load ${number}`, status: ['open', 'paid'][number % 2] });
      if (status !== 201) problems.push(`create ${number} answered ${status}: ${body.slice(0, 200)}`);
      else {
        const { id } = JSON.parse(body).data;
        if (ids.has(id)) problems.push(`create ${number} got the id of create ${ids.get(id)}`);
        ids.set(id, number);
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return { ids, seconds: (performance.now() - began) / 1000 };
}

/** By cursor, so that it reads each record once. */
async function listAll() {
  const records = [];
  let cursor = '';
  do {
    const query = `limit=100&run=${encodeURIComponent(run)}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const { status, body } = await send('GET', `${path}?${query}`);
    if (status !== 200) throw new Error(`The list answered ${status}: ${body}`);
    const { data, pagination } = JSON.parse(body);
    records.push(...data);
    cursor = pagination.nextCursor ?? '';
  } while (cursor);
  return records;
}

function check() {
  const seen = new Set(listed.map(({ id }) => id));
  if (seen.size !== listed.length) problems.push(`${listed.length - seen.size} records are listed twice`);
  const missing = [...ids.keys()].filter((id) => !seen.has(id));
  if (missing.length) problems.push(`${missing.length} created records are not listed, such as ${missing[0]}`);
  const extra = [...seen].filter((id) => !ids.has(id));
  if (extra.length) problems.push(`${extra.length} listed records were not acknowledged, such as ${extra[0]}`);
  const misplaced = listed.filter((record, i) => i > 0 && record.createdAt > listed[i - 1].createdAt);
  if (misplaced.length) problems.push(`${misplaced.length} records are listed out of order, such as ${misplaced[0].id}`);
}

function send(method, target, body) {
  const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  return new Promise((resolve, reject) => {
    const call = request(
      new URL(target, values.url),
      { agent, method, headers: { ...headers, ...(bytes && { 'content-length': bytes.length }) } },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (part) => {
          text += part;
        });
        answer.on('end', () => resolve({ status: answer.statusCode, body: text }));
        answer.on('error', reject);
      },
    );
    call.on('error', (error) => resolve({ status: 0, body: String(error) }));
    call.end(bytes);
  });
}
