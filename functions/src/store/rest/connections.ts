import type { IncomingHttpHeaders } from 'node:http';
import type { buildConnector, Client } from 'undici';

export interface HttpRequest {
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const most = 256;
const connectMillis = 10_000;

/**
 * Connections to one server that stay open, each for one request at a time. undici's Pool waits a turn of the event loop before it
 * uses a connection again, so it opens twice as many (decision 031).
 */
export class Connections {
  readonly #origin: string;
  readonly #idleMillis: number;
  readonly #timeoutMillis: number;
  #open?: Promise<() => Client>;
  #count = 0;
  readonly #all: Client[] = [];
  /** Least recently used first, so that connections beyond the need stay idle and are closed. */
  readonly #free: Client[] = [];
  readonly #waiting: ((client: Client) => void)[] = [];
  /** Errors that ended connections after at least one answer. */
  readonly #ends = new WeakSet<Error>();

  /**
   * @param idleMillis after which an idle connection is closed
   * @param timeoutMillis how long an answer may send nothing
   */
  constructor(origin: string, idleMillis: number, timeoutMillis: number) {
    this.#origin = origin;
    this.#idleMillis = idleMillis;
    this.#timeoutMillis = timeoutMillis;
  }

  /**
   * @param ended called at the end of the answer, before the promise settles, or after a failure. A request that is made at the end of an
   * answer goes out at once. Any other that uses an open connection again is held back by undici until the next turn of the event loop,
   * which is long when there is much to do: https://github.com/nodejs/undici/pull/5707
   */
  async exchange(request: HttpRequest, ended?: () => void): Promise<HttpAnswer> {
    const client = this.#free.pop() ?? (await this.#another());
    const free = () => {
      const next = this.#waiting.shift();
      if (next) next(client);
      else this.#free.push(client);
      ended?.();
    };
    try {
      return await sent(client, request, free);
    } catch (error) {
      free(); // not before: undici takes no request while it tells a failure
      throw error;
    }
  }

  /** @returns whether the connection of this error had been used before: the server may have closed it while idle */
  hadAnswered(error: unknown): boolean {
    return error instanceof Error && this.#ends.has(error);
  }

  /** Closes the connections after their current requests. */
  close(): void {
    for (const client of this.#all) void client.close();
  }

  async #another(): Promise<Client> {
    if (this.#count === most) return new Promise((take) => this.#waiting.push(take));
    this.#count += 1;
    // With the first request: the library takes 50 ms of the start of an instance. Bundled, it has only a default export.
    this.#open ??= import('undici').then(({ default: library }) => this.#opener(library));
    const client = (await this.#open)();
    this.#all.push(client);
    return client;
  }

  #opener(library: { readonly buildConnector: typeof buildConnector; readonly Client: typeof Client }): () => Client {
    const connect = library.buildConnector({ timeout: connectMillis, allowH2: false });
    const options: Client.Options = {
      // A connection takes its next request at once, not a turn later; it never gets a second one before the first is answered.
      pipelining: 2,
      allowH2: false,
      keepAliveTimeout: this.#idleMillis,
      keepAliveMaxTimeout: this.#idleMillis,
      headersTimeout: this.#timeoutMillis,
      bodyTimeout: this.#timeoutMillis,
      connect: (to, done) =>
        connect(to, (...outcome) => {
          const [, socket] = outcome;
          const atFirst = socket?.bytesRead ?? 0;
          socket?.on('error', (error) => {
            if (socket.bytesRead > atFirst) this.#ends.add(error);
          });
          done(...outcome);
        }),
    };
    return () => new library.Client(this.#origin, options);
  }
}

/** @param ended called at the end of the answer */
function sent(client: Client, { method, path, headers, body }: HttpRequest, ended: () => void): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let head: Omit<HttpAnswer, 'text'> = { status: 0, headers: {} };
    client.dispatch(
      { method, path, headers, ...(body === undefined ? {} : { body }) },
      {
        onRequestStart() {},
        onResponseStart(_, status, received) {
          head = { status, headers: received };
        },
        onResponseData(_, part) {
          parts.push(part);
        },
        onResponseEnd() {
          ended();
          const [only] = parts;
          resolve({ ...head, text: (parts.length === 1 && only ? only : Buffer.concat(parts)).toString('utf8') });
        },
        onResponseError(_, error) {
          reject(error);
        },
      },
    );
  });
}
