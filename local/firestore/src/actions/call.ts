import type { BilledOperations, Database, Engine } from '../store/engine.ts';
import type { Document } from '../model/document.ts';
import type { RulesRegistry } from './rules-registry.ts';
import { type Caller, readCaller } from './caller.ts';
import type { ResourceName } from '../model/resource-name.ts';
import { RpcError } from '../model/rpc-error.ts';

/** The parts that all requests of one server share. */
export interface Backend {
  readonly engine: Engine;
  readonly rules: RulesRegistry;
  /** Called with every database that a request touches, so that triggers and listeners can follow it. */
  opened(database: Database): void;
  /** Remembers who made (or deleted) this version of a document, for triggers with auth context. */
  attribute(document: Document, caller: Caller): void;
}

/** One request or stream: who sent it, and what it costs. */
export class Call {
  readonly billed: BilledOperations = { reads: 0, writes: 0, deletes: 0 };
  #caller: Caller | undefined;
  #cancel: AbortController | undefined;

  constructor(
    readonly backend: Backend,
    readonly authorization: string | undefined,
  ) {}

  /** Read after the resource name, before the rest of the request is looked at (docs/facts.md, "Authorization"). */
  get caller(): Caller {
    this.#caller ??= readCaller(this.authorization);
    return this.#caller;
  }

  /** `reads=1,writes=0,deletes=0`: what production would have charged for the request. */
  get bill(): string {
    const { reads, writes, deletes } = this.billed;
    return `reads=${reads},writes=${writes},deletes=${deletes}`;
  }

  /** Aborts when the client no longer waits for an answer. */
  get cancelled(): AbortSignal {
    this.#cancel ??= new AbortController();
    return this.#cancel.signal;
  }

  /** A commit of this call that still waits for a lock is not written. */
  cancel(reason = new RpcError('CANCELLED', 'The client is gone.')): void {
    this.#cancel ??= new AbortController();
    this.#cancel.abort(reason);
  }

  database(name: ResourceName): Database {
    const database = this.backend.engine.database(name.projectId, name.databaseId);
    this.backend.opened(database);
    return database;
  }

  /** Runs a synchronous part of the request and adds what the engine billed for it. */
  metered<T>(database: Database, run: () => T): T {
    const { reads, writes, deletes } = database.billed;
    try {
      return run();
    } finally {
      this.billed.reads += database.billed.reads - reads;
      this.billed.writes += database.billed.writes - writes;
      this.billed.deletes += database.billed.deletes - deletes;
    }
  }

  /** @throws RpcError PERMISSION_DENIED unless the caller is an administrator */
  requireAdmin(): void {
    if (this.caller.kind !== 'admin') throw new RpcError('PERMISSION_DENIED', 'Metadata operations require admin authentication.');
  }
}
