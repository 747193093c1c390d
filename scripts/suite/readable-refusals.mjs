import { randomUUID } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';

const json = { 'Content-Type': 'application/json; charset=utf-8' };
const known = new WeakSet();
/** As many a call from a shell begins. */
const unencoded =
  'The address has characters that must be percent-encoded, such as "é" (%C3%A9) or a space (%20). curl encodes them with -G --data-urlencode "search=café".';

/**
 * Preloaded into firebase-tools: a request that Node's HTTP server refuses by itself gets a JSON answer like every other refusal,
 * in place of a status alone. So do a Host and an address that firebase-tools cannot read: one such request would end all its emulators.
 */
subscribe('http.server.request.start', ({ server }) => {
  if (known.has(server)) return;
  known.add(server);
  server.requireHostHeader = false; // it is asked for below, in words
  const { emit } = server;
  server.emit = function emitReadable(event, req, res, ...more) {
    if (event !== 'request') return emit.call(this, event, req, res, ...more);
    const answer = answerToServer(req) ?? refusalOfTarget(req);
    if (!answer) return emit.call(this, event, req, res, ...more);
    const length = Buffer.byteLength(answer.body);
    res.writeHead(answer.status, { ...answer.headers, Connection: 'close', 'Content-Length': length }).end(answer.body);
    return true;
  };
  server.on('clientError', answerUnreadable);
  server.on('connect', (_, socket) => answerAlone(socket, refusal(405, 'method-not-allowed', 'This is no proxy: CONNECT is not offered.')));
  server.on('checkExpectation', (_, res) => {
    const { status, headers, body } = refusal(417, 'invalid-argument', 'The only expectation that is met is Expect: 100-continue.');
    res.writeHead(status, headers).end(body);
  });
});

/** @returns the answer to a question that concerns the server and no address of it */
function answerToServer({ method, url }) {
  if (method !== 'OPTIONS' || url !== '*') return undefined;
  const Allow = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
  return { status: 200, headers: { ...json, Allow }, body: JSON.stringify({ success: true, data: { methods: Allow.split(', ') } }) };
}

function refusalOfTarget({ httpVersion, rawHeaders, url }) {
  const hosts = rawHeaders.filter((_, at, all) => at % 2 === 1 && all[at - 1].toLowerCase() === 'host');
  if (hosts.length === 0 && httpVersion !== '1.0') return refusal(400, 'invalid-argument', 'The header Host is missing.');
  if (hosts.length > 1) return refusal(400, 'invalid-argument', 'The header Host may come once.');
  if (hosts.length === 1 && !URL.canParse(`http://${hosts[0]}`)) return refusal(400, 'invalid-argument', 'The header Host names no host.');
  if (codings(rawHeaders) !== 'chunked') return refusal(400, 'invalid-argument', 'The only Transfer-Encoding that is taken is chunked.');
  if (!url.startsWith('/') || !URL.canParse(url, 'http://host')) return refusal(400, 'invalid-argument', 'The address cannot be read.');
  if (!isDecodable(url)) return refusal(400, 'invalid-argument', 'The address is not valid percent-encoding.');
  return undefined;
}

/** @returns what the body says to be coded by; Node takes "gzip, chunked" and hands on the bytes as they are */
function codings(rawHeaders) {
  const given = rawHeaders.filter((_, at, all) => at % 2 === 1 && all[at - 1].toLowerCase() === 'transfer-encoding');
  return given.length === 0 ? 'chunked' : given.join().trim().toLowerCase();
}

function isDecodable(url) {
  try {
    return decodeURI(url) !== '';
  } catch {
    return false;
  }
}

function answerUnreadable(error, socket) {
  const isAnswering = socket._httpMessage?._headerSent === true; // as Node itself asks before its own answer
  if (!socket.writable || isAnswering || error.code === 'ECONNRESET') {
    socket.destroy(error);
    return;
  }
  answerAlone(socket, refusalOf(error));
}

/** The answer on a connection that no response stands for. */
function answerAlone(socket, { status, headers, body }) {
  const lines = Object.entries({ ...headers, Connection: 'close', 'Content-Length': Buffer.byteLength(body) });
  socket.end([`HTTP/1.1 ${status} Refused`, ...lines.map(([name, value]) => `${name}: ${value}`), '', body].join('\r\n'));
}

function refusalOf({ code }) {
  if (code === 'HPE_HEADER_OVERFLOW') return refusal(431, 'payload-too-large', 'The address and the headers are too long together.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refusal(408, 'invalid-argument', 'The request did not arrive in time.');
  if (code === 'HPE_INVALID_URL') return refusal(400, 'invalid-argument', unencoded);
  return refusal(400, 'invalid-argument', 'This is not a request that HTTP/1.1 allows.');
}

function refusal(status, code, message) {
  const body = JSON.stringify({ success: false, message, error: { code, requestId: randomUUID() } });
  return { status, headers: json, body };
}
