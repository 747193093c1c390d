// Requests that no client should send. Each attack resolves to complaints about what the server did with it.
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { encoded, framed, methods } from './grpc-client.mjs';
import { http } from './rest-client.mjs';

const database = 'projects/hostile/databases/(default)';
const documents = `${database}/documents`;
const patience = 15_000;

const samples = {
  Commit: {
    database,
    writes: [
      {
        update: { name: `${documents}/a/1`, fields: { f: { stringValue: 'x' }, l: { arrayValue: { values: [{ doubleValue: 1 }] } } } },
        updateMask: { fieldPaths: ['f'] },
      },
    ],
  },
  RunQuery: {
    parent: documents,
    structuredQuery: {
      from: [{ collectionId: 'a' }],
      where: { fieldFilter: { field: { fieldPath: 'f' }, op: 'EQUAL', value: { integerValue: '1' } } },
      limit: 3,
    },
  },
  BatchGetDocuments: { database, documents: [`${documents}/a/1`] },
  Listen: { database, addTarget: { targetId: 2, query: { parent: documents, structuredQuery: { from: [{ collectionId: 'a' }] } } } },
  Write: { database },
};
/** Codes that may never answer bad input: UNKNOWN and INTERNAL. */
const crashes = new Set([2, 13]);

export const attacks = {
  randomBytes,
  mutated,
  cutFrame,
  hugeLength,
  gzip,
  wrongContentType,
  brokenHttp2,
  restNonsense,
  absurdJson,
  rawHttp,
  slowBody,
  halfOpen,
  webChannelForms,
  sidGuess,
  webChannelChurn,
  emulatorApi,
  abandoned,
};

async function randomBytes({ random, grpc }) {
  const method = random.pick(methods);
  return judged(method, await limited(grpc.send(method, framed(random.bytes(random.int(200)))), method));
}

/** A valid message with some bytes changed, dropped or doubled. */
async function mutated({ random, grpc }) {
  const method = random.pick(Object.keys(samples));
  let bytes = encoded(method, samples[method]);
  for (let i = 1 + random.int(4); i > 0; i--) {
    const at = random.int(bytes.length);
    const way = random.int(3);
    if (way === 0) bytes[at] = random.int(256);
    else
      bytes = Buffer.concat(
        way === 1
          ? [bytes.subarray(0, at), bytes.subarray(at + random.int(5))]
          : [bytes.subarray(0, at), bytes.subarray(random.int(bytes.length))],
      );
    if (bytes.length === 0) break;
  }
  return judged(method, await limited(grpc.send(method, framed(bytes)), method));
}

async function cutFrame({ random, grpc }) {
  const method = random.pick(Object.keys(samples));
  const bytes = framed(encoded(method, samples[method]));
  const { stream, ended } = grpc.open(method);
  stream.write(bytes.subarray(0, random.int(bytes.length)));
  if (random.chance(0.5)) stream.close(random.pick([0, 2, 8]));
  else stream.end();
  const status = await limited(ended, method);
  return status?.code === -2 ? [] : judged(method, status);
}

async function hugeLength({ random, grpc }) {
  const method = random.pick(methods);
  const { stream, ended } = grpc.open(method);
  stream.write(framed(random.bytes(20), { length: random.pick([2 ** 32 - 1, 2 ** 31, 20 * 2 ** 20]) }));
  // More than the server asked for, after it has refused.
  for (let i = 0; i < 5; i++) stream.write(Buffer.alloc(100_000));
  stream.end();
  return judged(method, await limited(ended, method));
}

async function gzip({ random, grpc }) {
  const method = random.pick(Object.keys(samples));
  const payload = random.pick([random.bytes(50), gzipSync(Buffer.alloc(40 * 2 ** 20)), gzipSync(encoded(method, samples[method]))]);
  return judged(
    method,
    await limited(grpc.send(method, framed(payload, { flag: 1 }), { 'grpc-encoding': random.pick(['gzip', 'deflate', 'x']) }), method),
  );
}

async function wrongContentType({ random, grpc }) {
  const method = random.pick([...methods, 'Nothing', '__proto__', 'constructor']);
  const headers = random.pick([
    { 'content-type': 'text/html' },
    { 'grpc-timeout': random.pick(['1n', '0S', '99999999H', '-1S', 'xx']) },
    { ':path': random.pick(['/', '/x', '//', '/google.firestore.v1.Firestore/%00']) },
  ]);
  const bytes = framed(encoded('Commit', samples.Commit));
  const { stream, ended } = grpc.open(method, headers);
  stream.end(bytes);
  const status = await limited(ended, method);
  return status === undefined || crashes.has(status.code)
    ? [`${method} with ${JSON.stringify(headers)} answered ${JSON.stringify(status)}`]
    : [];
}

async function brokenHttp2({ random, port }) {
  if (random.chance(0.3)) {
    const session = connectHttp2(`http://127.0.0.1:${port}`, { settings: { initialWindowSize: 0 } });
    session.on('error', () => {});
    const stream = session.request({
      ':method': 'POST',
      ':path': '/google.firestore.v1.Firestore/RunQuery',
      'content-type': 'application/grpc',
    });
    stream.on('error', () => {});
    stream.end(framed(encoded('RunQuery', samples.RunQuery)));
    await pause(random.int(200));
    session.destroy();
    return [];
  }
  const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
  await raw(port, [Buffer.from(preface.slice(0, 1 + random.int(preface.length))), random.bytes(random.int(100))], 200);
  return [];
}

async function restNonsense({ random, port }) {
  const segment = () =>
    random.pick(['a', '1', '..', '%2e%2e', '%00', '%FF', '__x__', '%C3%A4', ':commit', '', 'x'.repeat(2000), '(default)', '__id1__']);
  const path = `/v1/projects/hostile/databases/${random.pick(['(default)', 'other', '%'])}/documents/${Array.from({ length: random.int(5) }, segment).join('/')}${random.pick(['', ':runQuery', ':commit', ':batchGet', ':nothing', '/'])}`;
  const query = random.pick([
    '',
    '?pageSize=-1',
    '?pageToken=%00x',
    '?mask.fieldPaths=a..b',
    '?readTime=yesterday',
    '?transaction=%%%',
    '?orderBy=%60',
    '?currentDocument.updateTime=1&currentDocument.exists=x',
    '?pageSize=99999999999999',
  ]);
  const method = random.pick(['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD', 'OPTIONS']);
  const body = random.pick([
    undefined,
    '{',
    '[]',
    'null',
    '{"fields":{"f":{"integerValue":"9e99"}}}',
    { fields: { f: {} } },
    random.bytes(40),
  ]);
  return judgedHttp(`${method} ${path}${query}`, await http(port, method, path + query, { body: method === 'HEAD' ? undefined : body }));
}

async function absurdJson({ random, port }) {
  const depth = random.pick([25, 200, 100_000]);
  const value = random.pick([
    () => `${'{"arrayValue":{"values":['.repeat(depth)}${']}}'.repeat(depth)}`,
    () => `${'{"mapValue":{"fields":{"a":'.repeat(depth)}{"nullValue":null}${'}}}'.repeat(depth)}`,
    () => '{"integerValue":1e999}',
    () => '{"integerValue":"99999999999999999999"}',
    () => '{"doubleValue":"1e"}',
    () => '{"timestampValue":"9999-99-99T00:00:00Z"}',
    () => '{"timestampValue":{"seconds":"1e400"}}',
    () => '{"bytesValue":"ü"}',
    () => '{"geoPointValue":{"latitude":1e9}}',
    () => '{"stringValue":1,"nullValue":null}',
    () => `{"stringValue":"${'x'.repeat(random.pick([2_000_000, 17 * 2 ** 20]))}"}`,
    () => '{"__proto__":{"stringValue":"x"}}',
    () => '{"stringValue":"\\ud800"}',
    () => '{"mapValue":{"fields":{"__type__":{"stringValue":"__vector__"}}}}',
  ])();
  const filter = () => `${'{"compositeFilter":{"op":"AND","filters":['.repeat(depth)}${']}}'.repeat(depth)}`;
  const [path, body] = random.chance(0.7)
    ? [`/v1/${documents}:commit`, `{"writes":[{"update":{"name":"${documents}/a/1","fields":{"f":${value}}}}]}`]
    : [`/v1/${documents}:runQuery`, `{"structuredQuery":{"from":[{"collectionId":"a"}],"where":${filter()}}}`];
  return judgedHttp(`POST ${path} ${body.slice(0, 100)}`, await http(port, 'POST', path, { body }));
}

async function rawHttp({ random, port }) {
  const head = random.pick([
    `POST /v1/${documents}:commit HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"wri`,
    `POST /v1/${documents}:commit HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFF\r\n{`,
    `POST /v1/${documents}:commit HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    `GET ${'/x'.repeat(20_000)} HTTP/1.1\r\n\r\n`,
    'GET / HTTP/9.9\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00',
    `GET http://[ HTTP/1.1\r\nHost: \u0000\r\n\r\n`,
    `POST /google.firestore.v1.Firestore/Listen/channel HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade\r\nContent-Length: -1\r\n\r\n`,
  ]);
  await raw(port, [Buffer.from(head, 'latin1'), random.bytes(random.int(50))], 300);
  return [];
}

/** A body that arrives a few bytes at a time is still a request. */
async function slowBody({ random, port }) {
  const body = JSON.stringify({ writes: [{ update: { name: `${documents}/slow/${random.int(9)}`, fields: {} } }] });
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    `POST /v1/${documents}:commit HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer owner\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  for (let at = 0; at < body.length; at += 9) {
    socket.write(body.slice(at, at + 9));
    await pause(10);
  }
  const answer = await limited(textOf(socket), 'slow');
  return answer?.includes('200 OK') ? [] : [`a slow commit was answered ${JSON.stringify(answer)}`];
}

async function halfOpen({ random, port }) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  socket.write(random.pick(['', 'P', 'PR', 'GET / HTT', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n']));
  if (random.chance(0.5)) socket.end();
  await pause(random.int(1000));
  socket.destroy();
  return [];
}

async function webChannelForms({ random, port }) {
  const channel = `/google.firestore.v1.Firestore/${random.pick(['Listen', 'Write'])}/channel?VER=8&RID=1`;
  const message = random.pick([
    JSON.stringify(samples.Listen),
    '{}',
    'null',
    '[',
    '{"database":5}',
    '{"database":"projects/x"}',
    '{"addTarget":{}}',
    '{"removeTarget":99}',
    JSON.stringify(samples.Write),
  ]);
  const body = random.pick([
    () => new URLSearchParams({ count: '1', ofs: String(random.pick([0, 5, -1, 1e30])), req0___data__: message }).toString(),
    () =>
      new URLSearchParams({
        count: random.pick(['1', 'x', '1e9', '-1', 'NaN']),
        ofs: '0',
        headers: random.pick(['Authorization', 'Authorization:Bearer x', ':::', '\r\n\r\n']),
        req0___data__: message,
      }).toString(),
    () => random.bytes(100),
    () => '%'.repeat(50),
    () => '&='.repeat(1000),
  ])();
  const opened = await http(port, 'POST', channel, { body });
  const sid = /"c","([^"]+)"/.exec(opened.text)?.[1];
  const complaints = judgedHttp(`POST ${channel} ${String(body).slice(0, 80)}`, opened);
  if (sid === undefined) return complaints;
  const next = await http(port, 'POST', `${channel}&SID=${sid}&AID=${random.pick([0, -5, 1e9, 'x'])}`, {
    body: random.chance(0.5) ? body : random.bytes(30),
  });
  await http(port, 'GET', `${channel.replace('RID=1', 'RID=rpc')}&SID=${sid}&AID=${random.pick(['0', '-1', '1e99', ''])}&CI=1`, {
    timeout: 300,
  });
  const closed = await http(port, 'POST', `${channel}&SID=${sid}&TYPE=terminate`);
  return [
    ...complaints,
    ...judgedHttp('a second forward post', next),
    ...(closed.status === 200 ? [] : [`terminate answered ${closed.status}`]),
  ];
}

async function sidGuess({ random, port }) {
  const sid = random.pick(['', 'x', '__proto__', random.bytes(16).toString('base64url'), '%00']);
  const { status } = await http(
    port,
    random.pick(['GET', 'POST']),
    `/google.firestore.v1.Firestore/Listen/channel?VER=8&RID=rpc&SID=${encodeURIComponent(sid)}&AID=0&CI=1`,
    { timeout: 2000 },
  );
  return status === 400 ? [] : [`the unknown session "${sid}" answered ${status}`];
}

/** A client that opens a back channel and vanishes. */
async function webChannelChurn({ random, port }) {
  const channel = '/google.firestore.v1.Firestore/Listen/channel?VER=8';
  const form = new URLSearchParams({
    count: '1',
    ofs: '0',
    req0___data__: JSON.stringify(samples.Listen),
    headers: 'Authorization:Bearer owner',
  });
  const { text } = await http(port, 'POST', `${channel}&RID=1`, { body: form.toString() });
  const sid = /"c","([^"]+)"/.exec(text)?.[1];
  if (sid === undefined) return [`the handshake answered ${text}`];
  for (let i = random.int(3); i >= 0; i--)
    await raw(port, [Buffer.from(`GET ${channel}&RID=rpc&SID=${sid}&AID=0&CI=0 HTTP/1.1\r\nHost: x\r\n\r\n`)], random.int(60));
  await http(port, 'POST', `${channel}&SID=${sid}&TYPE=terminate`);
  return [];
}

async function emulatorApi({ random, port }) {
  const project = '/emulator/v1/projects/hostile';
  const [method, path, body] = random.pick([
    [
      'PUT',
      `${project}:securityRules`,
      random.pick([
        '{',
        '[]',
        {},
        { rules: 5 },
        { rules: { files: [{ content: 'x'.repeat(1000) }] } },
        {
          rules: { files: [{ content: 'service cloud.firestore { match /{a=**} { allow read: if (((((true; } }' }] },
          ignore_errors: random.chance(0.5),
        },
      ]),
    ],
    ['PUT', `${project}/triggers/x`, {}],
    [
      'POST',
      `${project}/eventarcTrigger?eventarcTriggerId=x-0`,
      random.pick([
        'null',
        {},
        { eventType: 'x' },
        { eventType: 'google.cloud.firestore.document.v1.written', document: { value: '{{{', matchType: 5 } },
      ]),
    ],
    ['POST', `${project}:import`, random.pick([{}, { export_directory: '/nonexistent', export_name: 'x' }, { export_directory: 5 }])],
    ['GET', `${project}:ruleCoverage`, undefined],
    ['GET', `${project}:rulesTrace`, undefined],
    ['GET', `${project}:indexUsage`, undefined],
    ['DELETE', `${project}/databases/(default)/documents/${random.pick(['a', 'a/1', '%', 'a//b', '..'])}`, undefined],
    ['GET', '/favicon.ico', undefined],
  ]);
  return judgedHttp(`${method} ${path} ${JSON.stringify(body)}`, await http(port, method, path, { body }));
}

/** Calls that the client gives up in the middle. */
async function abandoned({ random, grpc }) {
  const method = random.pick(Object.keys(samples));
  const { stream } = grpc.open(method);
  stream.write(framed(encoded(method, samples[method])));
  await pause(random.int(20));
  stream.close(8);
  return [];
}

function judged(method, status) {
  if (status === undefined) return [`${method} gave no answer`];
  // Streams that a listener keeps open end when the client half-closes.
  return status.code < 0 || crashes.has(status.code) ? [`${method} answered ${status.code} ${status.message}`] : [];
}

function judgedHttp(what, { status, text }) {
  const fine = (status >= 200 && status < 500) || status === 501;
  return fine ? [] : [`${what} answered ${status} ${text.slice(0, 200)}`];
}

function limited(promise, what) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve({ code: -3, message: `${what} was not answered in ${patience} ms` }), patience);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

function raw(port, chunks, millis) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const timer = setTimeout(() => socket.destroy(), millis);
    socket.on('error', () => {});
    socket.on('data', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve();
    });
    for (const chunk of chunks) socket.write(chunk);
  });
}

async function textOf(socket) {
  const chunks = [];
  for await (const chunk of socket) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const pause = (millis) => new Promise((resolve) => setTimeout(resolve, millis));
