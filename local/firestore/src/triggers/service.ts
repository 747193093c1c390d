import type { CommitEvent, Database, DocumentChange } from '../store/engine.ts';
import type { Caller } from '../actions/caller.ts';
import type { Document } from '../model/document.ts';
import { cloudEvent, type EventRequest } from './cloud-event.ts';
import { deliver } from './delivery.ts';
import { baseKey, kindOf, readRegistration, type Registration } from './registration.ts';

const maxParallel = 100;

/** Sends changed documents to the functions emulator: in commit order for each document, documents beside each other. */
export class TriggerService {
  readonly #functions: string | undefined;
  readonly #registrations = new Map<string, Registration>();
  readonly #callers = new WeakMap<Document, Caller>();
  /** The tail of each document's deliveries. */
  readonly #tails = new Map<string, Promise<void>>();
  readonly #unsubscribe: (() => void)[] = [];
  readonly #stopped = new AbortController();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** @param functions `host:port` of the functions emulator; without it nothing is delivered */
  constructor(functions: string | undefined) {
    this.#functions = functions;
  }

  /** A newer generation of a function replaces the older one. */
  register(projectId: string, key: string, version: 1 | 2, body: unknown): void {
    this.#registrations.set(`${projectId} ${baseKey(key)}`, readRegistration(projectId, { key, version, body }));
  }

  follow(database: Database): void {
    this.#unsubscribe.push(database.onCommit((event) => this.#committed(database, event)));
  }

  /** Remembers who made, or deleted, this version of a document. */
  attribute(document: Document, caller: Caller): void {
    if (this.#registrations.size > 0) this.#callers.set(document, caller);
  }

  stop(): void {
    this.#stopped.abort();
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
  }

  #committed(database: Database, event: CommitEvent): void {
    if (this.#functions === undefined || this.#registrations.size === 0) return;
    for (const change of event.changes) {
      const kind = kindOf(change);
      for (const [id, registration] of this.#registrations) {
        const concerned = registration.projectId === database.projectId && (registration.kind === 'written' || registration.kind === kind);
        if (concerned && registration.matches(change.path)) this.#enqueue(database, id, event, change);
      }
    }
  }

  #enqueue(database: Database, id: string, event: CommitEvent, change: DocumentChange): void {
    const version = change.after ?? change.before;
    const caller = version && this.#callers.get(version);
    const lane = `${id} ${change.path}`;
    const send = async () => {
      await this.#turn();
      try {
        // A newer generation may have taken over while the event waited, or the function may be gone.
        const current = this.#registrations.get(id);
        if (current) await this.#send(id, current, cloudEvent(database, current, { event, change, caller }), change.path);
      } finally {
        this.#running--;
        this.#waiting.shift()?.();
      }
    };
    const tail = (this.#tails.get(lane) ?? Promise.resolve()).then(send);
    this.#tails.set(lane, tail);
    void tail.finally(() => {
      if (this.#tails.get(lane) === tail) this.#tails.delete(lane);
    });
  }

  async #send(id: string, registration: Registration, event: EventRequest, path: string): Promise<void> {
    const url = `http://${this.#functions}/functions/projects/${registration.projectId}/triggers/${registration.key}`;
    const status = await deliver(url, event, this.#stopped.signal);
    if (this.#stopped.signal.aborted) return;
    if (status === 404 && this.#registrations.get(id) === registration) this.#registrations.delete(id);
    else if (status === undefined || status >= 400) {
      console.error(`The trigger ${registration.key} did not take the event for ${path} (${status ?? 'no answer'}).`);
    }
  }

  async #turn(): Promise<void> {
    while (this.#running >= maxParallel) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#running++;
  }
}
