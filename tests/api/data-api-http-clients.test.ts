import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Project, Storage } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { type Admin, anAdmin, aProject, aStorage } from '../support/personas.ts';
import { target } from '../support/target.ts';

/** Whatever proxy the machine uses, the product is on it. */
const env = { ...process.env, no_proxy: '127.0.0.1,localhost', NO_PROXY: '127.0.0.1,localhost' };
const run = promisify(execFile);
const scripts = fileURLToPath(new URL('../support/http-clients', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'http-clients-'));
const { host, hostname, port } = new URL(target.web);

let headers: Record<string, string>;
let list: string;
let record: string;

beforeAll(async () => {
  const admin: Admin = await anAdmin();
  const project: Project = await aProject(admin);
  const notes: Storage = await aStorage(admin, project.id, 'notes');
  headers = { 'x-api-key': admin.apiKey, 'x-secret-key': admin.secretKey, 'x-project-id': project.id };
  list = `/api/notes/${notes.id}`;
  record = (await mustCall<{ data: { id: string } }>({ path: list, headers, body: { title: 'first' } })).data.id;
  writeFileSync(join(folder, 'large.bin'), Buffer.alloc(1_500_000, 'a'));
  writeFileSync(join(folder, 'record.json'), '{"title":"from a file"}');
});

afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Sends requests on one connection as they are, `next` when the first answer has come.
 * @returns the status and the body of each answer, without interim ones
 */
async function exchange(requests: string, next = ''): Promise<{ status: number; body: string }[]> {
  const text = await new Promise<string>((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(requests));
    let waiting = next;
    socket.on('data', (chunk) => {
      received += chunk.toString();
      if (!waiting || !/HTTP\/1.1 [2-5]/.test(received)) return;
      socket.write(waiting);
      waiting = '';
    });
    socket.on('close', () => resolve(received)).on('error', reject);
    socket.setTimeout(20_000, () => socket.destroy(new Error(`No answer but ${received}`)));
  });
  const answers = text.split(/(?=HTTP\/1\.1 \d{3} )/).filter((answer) => !answer.startsWith('HTTP/1.1 100'));
  return answers.map((answer) => ({ status: Number(answer.slice(9, 12)), body: answer.slice(answer.indexOf('\r\n\r\n') + 4) }));
}

function request(start: string, more: readonly string[], body = ''): string {
  const keys = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const [method, path, version = 'HTTP/1.1'] = start.split(' ');
  return [`${method} ${path} ${version}`, `Host: ${host}`, ...keys, ...more, '', body].join('\r\n');
}

const json = 'Content-Type: application/json';
const last = () => request(`GET ${list}?limit=1`, ['Connection: close']);
const chunks = '5\r\n{"tit\r\n9\r\nle":"c"}\n\r\n0\r\n';

const oneConnection: [name: string, headers: string[], body: string][] = [
  ['Expect: 100-continue', [json, 'Content-Length: 13', 'Expect: 100-continue'], '{"title":"c"}'],
  ['chunks', [json, 'Transfer-Encoding: chunked'], `${chunks}\r\n`],
  ['chunks with a trailer', [json, 'Transfer-Encoding: chunked', 'Trailer: X-Sum'], `${chunks}X-Sum: 1\r\n\r\n`],
  ['Trailer without chunks', [json, 'Content-Length: 13', 'Trailer: X-Sum'], '{"title":"c"}'],
  ['Keep-Alive', [json, 'Content-Length: 13', 'Connection: Keep-Alive', 'Keep-Alive: timeout=5, max=9'], '{"title":"c"}'],
  ['TE', [json, 'Content-Length: 13', 'Connection: TE', 'TE: trailers, deflate;q=0.3'], '{"title":"c"}'],
  [
    'Upgrade to HTTP/2',
    [json, 'Content-Length: 13', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAM'],
    '{"title":"c"}',
  ],
  ['a header that Connection names', [json, 'Content-Length: 13', 'Connection: x-hop', 'X-Hop: 1'], '{"title":"c"}'],
];

test.each(oneConnection)('%s is between the client and the first server, and the connection stays good', async (_, more, body) => {
  const answers = await exchange(request(`POST ${list}`, more, body), last());
  expect(answers.map(({ status }) => status)).toEqual([201, 200]);
  expect(JSON.parse(answers[1]?.body ?? '')).toMatchObject({ data: [{ title: 'c' }] });
});

test('several requests in one packet are answered in their order, also behind a refused one', async () => {
  const broken = request(`POST ${list}`, [json, 'Content-Length: 3'], '{"t');
  const head = request(`HEAD ${list}`, []);
  const absolute = request(`GET ${target.web}${list}?limit=1`, []);
  const deleted = request(`DELETE ${list}/dataId/none`, [json, 'Transfer-Encoding: chunked'], `${chunks}\r\n`);
  const answers = await exchange(broken + head + absolute + deleted + last());
  expect(answers.map(({ status }) => status)).toEqual([400, 200, 200, 404, 200]);
});

test('a client of HTTP/1.0 gets a whole body without chunks, and the end of the connection', async () => {
  const paths = [`${list}?limit=1`, `${list}/export?format=ndjson`];
  const answers = await Promise.all(paths.map((path) => exchange(request(`GET ${path} HTTP/1.0`, []))));
  const [[page] = [], [file] = []] = answers;
  expect(JSON.parse(page?.body ?? '')).toMatchObject({ success: true });
  for (const line of file?.body.trim().split('\n') ?? []) expect(JSON.parse(line)).toMatchObject({ id: expect.any(String) });
});

test('what Node refuses by itself is also JSON', async () => {
  const refused: [string, number][] = [
    ['hello\r\n\r\n', 400],
    [request(`GET ${list}`, [`X-Large: ${'a'.repeat(20_000)}`]), 431],
    [request(`POST ${list}`, ['Content-Length: 0', 'Expect: miracles', 'Connection: close']), 417],
  ];
  for (const [text, status] of refused) {
    const [answer] = await exchange(text);
    expect(answer?.status).toBe(status);
    expect(answer?.body).toContain('"success":false');
  }
  const [bare] = await exchange(request(`GET ${list}?search=café`, ['Connection: close']));
  expect(bare).toMatchObject({ status: 400, body: expect.stringContaining('percent-encoded') });
});

const unreadable: [name: string, head: string, status: number][] = [
  ['no Host', `GET /api/health HTTP/1.1`, 400],
  ['an empty Host', 'GET /api/health HTTP/1.1\r\nHost:', 400],
  ['a Host that is none', 'GET / HTTP/1.1\r\nHost: a b/', 400],
  ['two Hosts', 'GET /api/health HTTP/1.1\r\nHost: a\r\nHost: b', 400],
  ['a page that is no percent-encoding', 'GET /% HTTP/1.1\r\nHost: a', 400],
  ['a query that is no percent-encoding', 'GET /api/health?name=%ff HTTP/1.1\r\nHost: a', 400],
  ['an address without a host', 'GET // HTTP/1.1\r\nHost: a', 400],
  ['an address that Hosting fails on', 'GET /\\b>@app HTTP/1.1\r\nHost: a', 400],
  ['a star', 'GET * HTTP/1.1\r\nHost: a', 400],
  ['a body coded by more than chunks', 'POST /api/health HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked', 400],
  ['CONNECT', 'CONNECT a:80 HTTP/1.1\r\nHost: a', 405],
];

test.each(unreadable)('%s is refused in JSON, and the next request is answered', async (_, head, status) => {
  const [answer] = await exchange(`${head}\r\nConnection: close\r\n\r\n`);
  expect(answer?.status).toBe(status);
  expect(JSON.parse(answer?.body ?? '')).toMatchObject({ success: false });
  expect((await exchange(last())).map((next) => next.status)).toEqual([200]);
});

test('OPTIONS * says in JSON what the server takes', async () => {
  const [answer] = await exchange(`OPTIONS * HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  expect(answer?.status).toBe(200);
  expect(JSON.parse(answer?.body ?? '')).toMatchObject({ success: true, data: { methods: expect.arrayContaining(['PATCH']) } });
});

test('a page with too long a name is none', async () => {
  const [answer] = await exchange(`GET /${'a'.repeat(3000)} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  expect(answer?.status).toBe(404);
});

test.each(['/api/notes/x/dataId/', '/app/projects/'])(
  'an id that is too long for the name of a file is none, in JSON: %s',
  async (path) => {
    for (const id of ['a'.repeat(300), 'a/'.repeat(2000)]) {
      const [answer] = await exchange(request(`GET ${path}${id}`, ['Connection: close']));
      expect([answer?.status, JSON.parse(answer?.body ?? '')]).toEqual([404, expect.objectContaining({ success: false })]);
    }
  },
);

test('the functions keep a connection for two minutes, so that a body may come late', async () => {
  const answer = await fetch(target.functions);
  expect(answer.headers.get('keep-alive')).toBe('timeout=120');
});

test('an address of 9,000 characters reaches the API', async () => {
  const [answer] = await exchange(request(`GET ${list}?fields=${'a'.repeat(9000)}`, ['Connection: close']));
  expect(answer?.body).toContain('is not the name of a field');
});

/** Each program makes the same calls and prints `step status type`. */
const expected = [
  'create 201 application/json',
  'chunked 201 application/json',
  'broken 400 application/json',
  'list 200 application/json',
  'head 200 application/json',
  'options 204 -',
  'upload 200 application/json',
  'too large 413 application/json',
  'change 200 application/json',
  'delete 200 application/json',
];

const libraries: [name: string, program: string, script: string, check: string[]][] = [
  ["Python's http.client", 'python3', 'http_client.py', ['-c', 'import http.client']],
  ["Python's urllib", 'python3', 'urllib_request.py', ['-c', 'import urllib.request']],
  ["Python's requests", 'python3', 'requests_session.py', ['-c', 'import requests']],
  ["Perl's LWP", 'perl', 'lwp.pl', ['-MLWP::UserAgent', '-MJSON::PP', '-e1']],
  ["Perl's HTTP::Tiny", 'perl', 'http_tiny.pl', ['-MHTTP::Tiny', '-MJSON::PP', '-e1']],
];

for (const [name, program, script, check] of libraries) {
  test.skipIf(!works(program, check))(`${name} makes every kind of call`, async () => {
    const { stdout } = await run(program, [join(scripts, script), JSON.stringify({ web: target.web, list, headers })], { env });
    expect(stdout.trim().split('\n')).toEqual(expected);
  });
}

test.skipIf(!works('curl', ['--version']))('curl makes every kind of call', async () => {
  const large = join(folder, 'large.bin');
  const upload = `/dataId/${record}/upload?fieldName=attachment`;
  const calls: [status: string, path: string, options: string[]][] = [
    ['201', '', ['--json', '{"title":"curl"}']],
    ['200', upload, ['-F', `file=@${large}`]],
    ['413', '', ['-H', json, '--data-binary', `@${large}`]],
    ['201', '', ['-H', json, '-X', 'POST', '-T', '-', '-H', 'Transfer-Encoding: chunked']],
    ['201', '', ['-H', json, '-H', 'Transfer-Encoding: chunked', '-d', '{"title":"chunked"}']],
    ['200', '?limit=1', ['--http2']],
    ['200', '?limit=1', ['--http1.0', '--compressed', '--tr-encoding']],
    ['200', '', ['-I']],
    ['204', '', ['-X', 'OPTIONS']],
    ['400', '?limit=none', []],
    ['200', `/dataId/${record}`, ['-X', 'PATCH', '-H', json, '-d', '{"title":"changed"}']],
  ];
  const keys = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const one = ([, path, options]: (typeof calls)[number]) => [
    ...keys,
    '-s',
    '-o',
    join(folder, 'out'),
    '-w',
    '%{http_code}\n',
    ...options,
    target.web + list + path,
  ];
  const child = run(
    'curl',
    calls.flatMap((entry, i) => [...(i === 0 ? [] : ['--next']), ...one(entry)]),
    { env },
  );
  child.child.stdin?.end('{"title":"piped"}');
  expect((await child).stdout.trim().split('\n')).toEqual(calls.map(([status]) => status));
});

test.skipIf(!works('wget', ['--version']))('wget makes every kind of call', async () => {
  const keys = Object.entries(headers).map(([name, value]) => `--header=${name}: ${value}`);
  const wget = async (path: string, ...options: string[]) =>
    (
      await run('wget', [...keys, '-q', '-O', '-', '--content-on-error', ...options, target.web + list + path], { env }).catch(
        (e: { stdout: string }) => e,
      )
    ).stdout;
  const file = `--post-file=${join(folder, 'record.json')}`;
  expect(JSON.parse(await wget('', `--header=${json}`, file))).toMatchObject({ data: { title: 'from a file' } });
  expect(JSON.parse(await wget('?limit=1'))).toMatchObject({ data: [{ title: 'from a file' }] });
  expect(JSON.parse(await wget('?limit=none'))).toMatchObject({ success: false });
  const change = ['--method=PUT', `--header=${json}`, '--body-data={"title":"wget"}'];
  expect(JSON.parse(await wget(`/dataId/${record}`, ...change))).toMatchObject({ data: { title: 'wget' } });
  expect(JSON.parse(await wget('', `--header=${json}`, `--post-file=${join(folder, 'large.bin')}`))).toMatchObject({
    error: { code: 'payload-too-large' },
  });
});

function works(program: string, args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test.each([
  ['If-Unmodified-Since', '2098-01-01T00:00:00Z', '2003-01-01T00:00:00Z'],
  ['If-Unmodified-Since', '2098-01-01T00:00:00Z', '2098-01-01T00:00:00Z'],
  ['Idempotency-Key', 'one', 'other'],
])('through the local address %s comes twice as it was sent: neither %s nor %s is chosen', async (name, one, other) => {
  const body = '{"title":"never"}';
  const twice = [`${name}: ${one}`, `${name}: ${other}`, json, `Content-Length: ${body.length}`, 'Connection: close'];
  const [answer] = await exchange(request(`PUT ${list}/dataId/${record}`, twice, body));
  expect(answer).toMatchObject({ status: 400, body: expect.stringContaining(name) });
});
