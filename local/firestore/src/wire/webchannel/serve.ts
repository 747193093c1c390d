import type { IncomingMessage, ServerResponse } from 'node:http';
import { Call, type Backend } from '../../actions/call.ts';
import { answerText } from '../http/answer.ts';
import { readBody } from '../http/body.ts';
import { rpcs } from '../rpcs/rpcs.ts';
import type { StreamRpc } from '../rpcs/rpc.ts';
import { frame, readForwardBody } from './frames.ts';
import { Session } from './session.ts';

const path = /^\/google\.firestore\.v1\.Firestore\/(Listen|Write)\/channel$/;
const idleMillis = 5 * 60_000;
const maxSessions = 10_000;

/** The WebChannel end of one server: its sessions by id. */
export class WebChannelServer {
  readonly #backend: Backend;
  readonly #sessions = new Map<string, Session>();
  readonly #timer: NodeJS.Timeout;

  constructor(backend: Backend) {
    this.#backend = backend;
    this.#timer = setInterval(() => this.#dropIdle(), idleMillis / 5);
    this.#timer.unref();
  }

  /** @returns false when the request is no WebChannel request */
  async serve(request: IncomingMessage, response: ServerResponse, url: URL): Promise<boolean> {
    const name = path.exec(url.pathname)?.[1];
    const rpc = name === undefined ? undefined : rpcs[name];
    if (rpc?.kind !== 'stream') return false;
    const sid = url.searchParams.get('SID');
    if (request.method === 'POST' && sid === null) await this.#open(rpc, request, response);
    else this.#continue(this.#sessions.get(sid ?? ''), request, response, url.searchParams);
    return true;
  }

  stop(): void {
    clearInterval(this.#timer);
    for (const session of this.#sessions.values()) session.terminate();
    this.#sessions.clear();
  }

  async #open(rpc: StreamRpc, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const forward = body && readForwardBody(body.toString('utf8'));
    if (!forward || this.#sessions.size >= maxSessions) {
      response.writeHead(body ? 400 : 413).end();
      return;
    }
    const authorization = forward.headers.get('authorization') ?? request.headers.authorization;
    const session = new Session(rpc, new Call(this.#backend, authorization));
    this.#sessions.set(session.id, session);
    answerFrame(response, JSON.stringify([[0, ['c', session.id, '', 8, 12, 30_000]]]));
    session.receive(forward.offset, forward.messages);
  }

  #continue(session: Session | undefined, request: IncomingMessage, response: ServerResponse, query: URLSearchParams): void {
    if (query.get('TYPE') === 'terminate') {
      request.resume();
      session?.terminate();
      if (session) this.#sessions.delete(session.id);
      response.writeHead(session ? 200 : 400).end();
    } else if (!session) {
      request.resume();
      // The client starts a new session.
      response.writeHead(400).end();
    } else if (request.method === 'GET' && query.get('RID') === 'rpc') {
      this.#openBackChannel(session, response, query);
    } else if (request.method === 'POST') void this.#forward(session, request, response, query);
    else response.writeHead(400).end();
  }

  #openBackChannel(session: Session, response: ServerResponse, query: URLSearchParams): void {
    const seen = Number(query.get('AID') ?? 0) || 0;
    session.acknowledge(seen);
    if (session.isOver) {
      // A browser has six connections to a server: none may wait for a stream that has ended. The client still says goodbye.
      response.writeHead(400).end();
    } else session.openBackChannel(response, seen, query.get('CI') !== '1');
  }

  async #forward(session: Session, request: IncomingMessage, response: ServerResponse, query: URLSearchParams): Promise<void> {
    const body = await readBody(request).catch(() => undefined);
    const forward = body && readForwardBody(body.toString('utf8'));
    if (!forward) {
      response.writeHead(400).end();
      return;
    }
    session.acknowledge(Number(query.get('AID') ?? 0) || 0);
    // The counts are those before the messages are handled: what they cause comes by the back channel.
    const status = JSON.stringify([session.hasBackChannel ? 1 : 0, session.lastSentId, 7]);
    session.receive(forward.offset, forward.messages);
    answerFrame(response, status);
  }

  #dropIdle(): void {
    for (const session of this.#sessions.values()) {
      if (session.hasBackChannel || Date.now() - session.lastSeen < idleMillis) continue;
      session.terminate();
      this.#sessions.delete(session.id);
    }
  }
}

function answerFrame(response: ServerResponse, json: string): void {
  response.setHeader('Cache-Control', 'private, max-age=0');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  answerText(response, frame(json), 'text/plain; charset=utf-8');
}
