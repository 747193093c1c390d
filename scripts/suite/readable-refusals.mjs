import { randomUUID } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';

const known = new WeakSet();

/**
 * Preloaded into firebase-tools: a request that Node's HTTP server refuses by itself gets a JSON answer like every other refusal,
 * in place of a status alone.
 */
subscribe('http.server.request.start', ({ server }) => {
  if (known.has(server)) return;
  known.add(server);
  server.on('clientError', answerUnreadable);
  server.on('checkExpectation', (_, res) => {
    const { status, headers, body } = refusal(417, 'invalid-argument', 'The only expectation that is met is Expect: 100-continue.');
    res.writeHead(status, headers).end(body);
  });
});

function answerUnreadable(error, socket) {
  const isAnswering = socket._httpMessage?._headerSent === true; // as Node itself asks before its own answer
  if (!socket.writable || isAnswering || error.code === 'ECONNRESET') {
    socket.destroy(error);
    return;
  }
  const { status, headers, body } = refusalOf(error);
  const lines = Object.entries({ ...headers, Connection: 'close', 'Content-Length': Buffer.byteLength(body) });
  socket.end([`HTTP/1.1 ${status} Refused`, ...lines.map(([name, value]) => `${name}: ${value}`), '', body].join('\r\n'));
}

function refusalOf({ code }) {
  if (code === 'HPE_HEADER_OVERFLOW') return refusal(431, 'payload-too-large', 'The address and the headers are too long together.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refusal(408, 'invalid-argument', 'The request did not arrive in time.');
  return refusal(400, 'invalid-argument', 'This is not a request that HTTP/1.1 allows.');
}

function refusal(status, code, message) {
  const body = JSON.stringify({ success: false, message, error: { code, requestId: randomUUID() } });
  return { status, headers: { 'Content-Type': 'application/json; charset=utf-8' }, body };
}
