import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 20 });

/** One HTTP request. @returns { status, text, json } — status 0 when the connection broke */
export async function http(port, method, path, options = {}) {
  const first = await attempt(port, method, path, options);
  // The server may close an idle connection just as it is used again.
  return first.reused && first.status === 0 ? attempt(port, method, path, options) : first;
}

function attempt(port, method, path, { body, headers = {}, timeout = 20_000 }) {
  return new Promise((resolve) => {
    const outgoing = request(
      { host: '127.0.0.1', port, method, path, agent, headers: { authorization: 'Bearer owner', ...headers }, timeout },
      (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', () => resolve({ status: 0, text: '' }));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode, text, json: parsed(text) });
        });
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error('timed out')));
    outgoing.on('error', (error) =>
      resolve({ status: 0, text: String(error), reused: outgoing.reusedSocket && error.code === 'ECONNRESET' }),
    );
    outgoing.end(body === undefined || Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body));
  });
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const verbs = {
  Commit: 'commit',
  BatchWrite: 'batchWrite',
  BatchGetDocuments: 'batchGet',
  BeginTransaction: 'beginTransaction',
  Rollback: 'rollback',
  RunQuery: 'runQuery',
  RunAggregationQuery: 'runAggregationQuery',
  ListCollectionIds: 'listCollectionIds',
};
const codes = {
  INVALID_ARGUMENT: 3,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  PERMISSION_DENIED: 7,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  UNIMPLEMENTED: 12,
  UNAUTHENTICATED: 16,
};

/** The same call as `GrpcClient.call`, over REST. */
export async function restCall(port, method, json) {
  const { parent, database, ...rest } = json;
  const path = `/v1/${encodeURI(parent ?? `${database}/documents`)}:${verbs[method]}`;
  const { json: answer, status, text } = await http(port, 'POST', path, { body: rest });
  const error = (Array.isArray(answer) ? answer[0] : answer)?.error;
  if (error) return { code: codes[error.status] ?? 2, message: error.message ?? '', answers: [] };
  if (status !== 200 || answer === undefined) return { code: -1, message: `HTTP ${status} ${text.slice(0, 200)}`, answers: [] };
  return { code: 0, message: '', answers: Array.isArray(answer) ? answer : [answer] };
}
