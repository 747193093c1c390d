import { Agent as PlainAgent, type IncomingMessage, type RequestOptions, request as plainRequest } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';

/** An error of Firestore's with the gRPC code that the SDK's errors carry too. */
export class FirestoreError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

export interface Transport {
  /** @param path below /v1 @throws {FirestoreError} */
  send(method: 'GET' | 'POST', path: string, body: unknown, safeToRepeat: boolean): Promise<unknown>;
}

/** https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto */
const statuses = [
  'OK',
  'CANCELLED',
  'UNKNOWN',
  'INVALID_ARGUMENT',
  'DEADLINE_EXCEEDED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'PERMISSION_DENIED',
  'RESOURCE_EXHAUSTED',
  'FAILED_PRECONDITION',
  'ABORTED',
  'OUT_OF_RANGE',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
  'UNAUTHENTICATED',
];
const unavailable = statuses.indexOf('UNAVAILABLE');
const tries = 5;
const firstPauseMillis = 50;
const timeoutMillis = 60_000;

/**
 * Firestore's REST API over connections that stay open.
 * @param origin of the service, or of the emulator @param token for the header Authorization
 */
export function createTransport(origin: string, token: () => Promise<string>): Transport {
  const { protocol, hostname, port } = new URL(origin);
  const isSecure = protocol === 'https:';
  const options = { keepAlive: true, maxSockets: 256, scheduling: 'lifo' as const };
  const agent = isSecure ? new SecureAgent(options) : new PlainAgent(options);
  const place = { agent, hostname: hostname.replace(/^\[|\]$/g, ''), ...(port ? { port } : {}), timeout: timeoutMillis };
  const open = isSecure ? secureRequest : plainRequest;
  return { send };

  async function send(method: 'GET' | 'POST', path: string, body: unknown, safeToRepeat: boolean): Promise<unknown> {
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once(method, path, bytes);
      } catch (error) {
        if (attempt === tries || !(isNeverBegun(error) || (safeToRepeat && isPassing(error)))) throw error;
        await new Promise((done) => setTimeout(done, firstPauseMillis * 2 ** attempt * Math.random()));
      }
    }
  }

  async function once(method: 'GET' | 'POST', path: string, bytes: Buffer | undefined): Promise<unknown> {
    const headers = {
      authorization: `Bearer ${await token()}`,
      ...(bytes ? { 'content-type': 'application/json', 'content-length': bytes.length } : {}),
    };
    const { status, text } = await exchange({ ...place, method, path: `/v1/${path}`, headers }, bytes);
    if (status === 200) return JSON.parse(text) as unknown;
    throw errorOf(status, text);
  }

  function exchange(request: RequestOptions, bytes: Buffer | undefined): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const call = open(request, (answer) => void textOf(answer).then((text) => resolve({ status: answer.statusCode ?? 0, text }), reject));
      call.on('timeout', () =>
        call.destroy(new FirestoreError(statuses.indexOf('DEADLINE_EXCEEDED'), 'Firestore did not answer in time.')),
      );
      call.on('error', (error: NodeJS.ErrnoException) => {
        // The server closed an idle connection while the request was on its way. https://nodejs.org/api/http.html#requestreusedsocket
        const isStale = call.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
        reject(isStale ? new StaleConnection('The connection had been closed.', { cause: error }) : error);
      });
      call.end(bytes);
    });
  }
}

function textOf(answer: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    answer.setEncoding('utf8');
    answer.on('data', (part: string) => {
      text += part;
    });
    answer.on('end', () => resolve(text));
    answer.on('error', reject);
  });
}

/** Answers that stream begin as a list even when they are an error. */
function errorOf(status: number, text: string): FirestoreError {
  let said: { error?: { status?: string; message?: string } } = {};
  try {
    const parsed = JSON.parse(text) as unknown;
    said = (Array.isArray(parsed) ? parsed[0] : parsed) as typeof said;
  } catch {
    // A proxy's page; the status says enough.
  }
  const code = statuses.indexOf(said.error?.status ?? '');
  return new FirestoreError(code > 0 ? code : status >= 500 ? unavailable : 2, said.error?.message ?? `Firestore answered ${status}.`);
}

class StaleConnection extends Error {}

/** The request did not reach Firestore. */
function isNeverBegun(error: unknown): boolean {
  if (error instanceof StaleConnection) return true;
  return (
    error instanceof Error && 'code' in error && (error.code === 'ECONNREFUSED' || error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN')
  );
}

function isPassing(error: unknown): boolean {
  if (error instanceof FirestoreError) return error.code === unavailable || error.code === statuses.indexOf('INTERNAL');
  return error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE' || error.code === 'ETIMEDOUT');
}
