import { Connections, type HttpAnswer, type HttpRequest } from './connections.ts';

/** An error of Firestore, with the same gRPC code as the SDK's errors. */
export class FirestoreError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** The connection broke off after a commit had been sent, so it is unknown whether its writes were made. */
export class UnknownFate extends FirestoreError {
  constructor(options?: ErrorOptions) {
    super(statuses.indexOf('UNKNOWN'), 'The connection to Firestore broke off; the writes may have been made.');
    if (options?.cause !== undefined) this.cause = options.cause;
  }
}

/** As `UnknownFate`, on an idle connection: the server had very probably closed it already. */
export class StaleConnection extends UnknownFate {}

export interface Message {
  /** Parameters of the address, encoded. */
  readonly query?: readonly string[];
  /** JSON. */
  readonly body?: string;
  /** The message may be sent again when its fate is unknown. */
  readonly repeat: boolean;
  /** Called at the end of each attempt: a message that is sent at the end of an answer goes out at once. */
  readonly ended?: (() => void) | undefined;
}

export interface Transport {
  /**
   * @param path below /v1
   * @throws {UnknownFate} when a message that must not be repeated may have arrived
   * @throws {FirestoreError} otherwise
   */
  send(method: 'GET' | 'POST', path: string, message: Message): Promise<unknown>;
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
/** We close idle connections before the server does: its close could cross with a request. */
const idleMillis = 20_000;
/** https://undici.nodejs.org/#/docs/api/Errors */
const timeouts = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'];

/**
 * Firestore's REST API over connections that stay open.
 * @param origin of the service, or of the emulator
 * @param token for the header Authorization; a message for which it is there goes out before anything is waited for
 */
export function createTransport(origin: string, token: () => string | Promise<string>, now: () => number = Date.now): Transport {
  let connections = new Connections(origin, idleMillis, timeoutMillis);
  let usedAt = now();
  return { send };

  async function send(method: 'GET' | 'POST', path: string, { query = [], body, repeat, ended }: Message): Promise<unknown> {
    // https://cloud.google.com/apis/docs/system-parameters
    const target = `/v1/${path}?${['prettyPrint=false', ...query].join('&')}`;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await once({ method, path: target, body }, ended);
      } catch (error) {
        if (!isNeverBegun(error) && !repeat) throw isCutOff(error) ? new UnknownFate({ cause: error }) : error;
        if (attempt === tries || !(isNeverBegun(error) || isPassing(error))) throw error;
        await new Promise((done) => setTimeout(done, firstPauseMillis * 2 ** attempt * Math.random()));
      }
    }
  }

  async function once({ method, path, body }: Omit<HttpRequest, 'headers'>, ended: Message['ended']): Promise<unknown> {
    const known = token();
    const authorization = `Bearer ${typeof known === 'string' ? known : await known}`;
    const headers: Record<string, string> = body === undefined ? { authorization } : { authorization, 'content-type': 'application/json' };
    closeIdle();
    const { status, text } = await exchange({ method, path, headers, body }, ended);
    if (status === 200) return JSON.parse(text) as unknown;
    throw errorOf(status, text);
  }

  /** Closes connections that were idle too long: without processor time the timers do not run. */
  function closeIdle(): void {
    const idle = now() - usedAt;
    usedAt = now();
    if (idle < idleMillis) return;
    connections.close();
    connections = new Connections(origin, idleMillis, timeoutMillis);
  }

  async function exchange(request: HttpRequest, ended: Message['ended']): Promise<HttpAnswer> {
    const used = connections;
    try {
      return await used.exchange(request, ended);
    } catch (error) {
      if (timeouts.includes(systemCode(error))) {
        throw new FirestoreError(statuses.indexOf('DEADLINE_EXCEEDED'), 'Firestore did not answer in time.');
      }
      // The server closed an idle connection while the request was on its way.
      throw isCutOff(error) && used.hadAnswered(error) ? new StaleConnection({ cause: error }) : error;
    }
  }
}

/** Reads an error; streamed answers wrap it in a list. */
function errorOf(status: number, text: string): FirestoreError {
  let said: { error?: { status?: string; message?: string } } = {};
  try {
    const parsed = JSON.parse(text) as unknown;
    said = (Array.isArray(parsed) ? parsed[0] : parsed) as typeof said;
  } catch {
    // A proxy's page; the status is enough.
  }
  const code = statuses.indexOf(said.error?.status ?? '');
  return new FirestoreError(code > 0 ? code : status >= 500 ? unavailable : 2, said.error?.message ?? `Firestore answered ${status}.`);
}

/** No connection was made. */
function isNeverBegun(error: unknown): boolean {
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].includes(systemCode(error));
}

function isCutOff(error: unknown): boolean {
  return ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'UND_ERR_SOCKET'].includes(systemCode(error));
}

function isPassing(error: unknown): boolean {
  if (error instanceof StaleConnection || isCutOff(error)) return true;
  return error instanceof FirestoreError && (error.code === unavailable || error.code === statuses.indexOf('INTERNAL'));
}

function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
