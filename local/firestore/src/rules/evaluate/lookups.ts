import type { Document } from '../../model/document.ts';
import { limits } from '../language/limits.ts';
import { printPath } from '../values/print.ts';
import { RuleError, type RuleMap, type RulePath, Unknown, unknown } from '../values/value.ts';
import { documentResource } from './resource.ts';

/** State of the database as the rules may see it. */
export interface RulesDatabase {
  readonly projectId: string;
  readonly databaseId: string;
  get(path: string): Document | undefined;
  /** State as if the whole commit had succeeded; same as `get` outside a write. */
  getAfter(path: string): Document | undefined;
}

type Found = RuleMap | undefined;

/**
 * The documents that get() and its kin have read for one RPC. A repeated path is read once and counts once.
 * A commit, a batch get or a transaction passes one instance to all its evaluations, so that they share the limit of 20;
 * each evaluation by itself keeps the limit of 10.
 */
export class Lookups {
  readonly #database: RulesDatabase;
  readonly #limit: number;
  readonly #shared: Lookups | undefined;
  readonly #found = new Map<string, Found>();
  /** Of the documents that were asked for as they are, there or not. */
  readonly paths: string[] = [];

  /** @param limit distinct documents: `limits.lookupsPerRequest` or `limits.lookupsPerBatch` */
  constructor(database: RulesDatabase, limit: number = limits.lookupsPerRequest, shared?: Lookups) {
    this.#database = database;
    this.#limit = limit;
    this.#shared = shared;
  }

  /** For one evaluation among those that share this instance. */
  ofOneRequest(): Lookups {
    return new Lookups(this.#database, Math.min(this.#limit, limits.lookupsPerRequest), this);
  }

  /** Distinct documents read so far: what production bills for them. */
  get count(): number {
    return this.#found.size;
  }

  /**
   * @param after as if the whole commit had succeeded
   * @returns the resource, `undefined` for a missing document, unknown for a path with unknown parts
   */
  find(path: RulePath, after: boolean): Found | RuleError | Unknown {
    if (path.segments.some((segment) => segment instanceof Unknown)) return unknown;
    const documentPath = this.#documentPath(path);
    if (documentPath instanceof RuleError) return documentPath;
    return this.#findAt(documentPath, after);
  }

  #findAt(documentPath: string, after: boolean): Found | RuleError {
    const key = `${after ? 'after' : 'before'}:${documentPath}`;
    if (this.#found.has(key)) return this.#found.get(key);
    if (this.#found.size >= this.#limit) return new RuleError(`Document access limit of ${this.#limit} has been reached.`, undefined, true);
    const found = this.#shared ? this.#shared.#findAt(documentPath, after) : this.#read(documentPath, after);
    if (found instanceof RuleError) return found;
    this.#found.set(key, found);
    if (!after) this.paths.push(documentPath);
    return found;
  }

  #read(path: string, after: boolean): Found {
    const document = after ? this.#database.getAfter(path) : this.#database.get(path);
    return document && documentResource(document, this.#database.databaseId);
  }

  #documentPath(path: RulePath): string | RuleError {
    const segments = path.segments.map(String);
    const [databases, database, documents, ...rest] = segments;
    const isDocument = databases === 'databases' && documents === 'documents' && rest.length > 0 && rest.length % 2 === 0;
    if (!isDocument || rest.some((segment) => segment === '' || segment.includes('/'))) {
      return new RuleError(`Invalid path ${printPath(path)}. A document is at /databases/$(database)/documents/{collection}/{document}.`);
    }
    if (database !== this.#database.databaseId)
      return new RuleError(`Rules can read documents of database ${this.#database.databaseId} only, not of ${database}.`);
    return rest.join('/');
  }
}
