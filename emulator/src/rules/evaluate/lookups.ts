import type { Document } from '../../model/document.ts';
import { limits } from '../language/limits.ts';
import type { RulesDatabase } from '../ruleset.ts';
import { printPath } from '../values/print.ts';
import { RuleError, type RuleMap, RulePath, Unknown, unknown } from '../values/value.ts';
import { documentResource } from './resource.ts';

type Found = RuleMap | undefined;

/**
 * The documents that get() and its kin have read for one RPC. A repeated path is read once and counts once.
 * A commit, a batch get or a transaction passes one instance to all its evaluations, so that they share the limit.
 */
export class Lookups {
  readonly #database: RulesDatabase;
  readonly #limit: number;
  readonly #found = new Map<string, Found>();

  /** @param limit distinct documents: `limits.lookupsPerRequest` or `limits.lookupsPerBatch` */
  constructor(database: RulesDatabase, limit: number = limits.lookupsPerRequest) {
    this.#database = database;
    this.#limit = limit;
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
    const key = `${after ? 'after' : 'before'}:${documentPath}`;
    if (this.#found.has(key)) return this.#found.get(key);
    if (this.#found.size >= this.#limit) return new RuleError(`Document access limit of ${this.#limit} has been reached.`, undefined, true);
    const document = this.#read(documentPath, after);
    const resource = document && documentResource(document, this.#database.databaseId);
    this.#found.set(key, resource);
    return resource;
  }

  #read(path: string, after: boolean): Document | undefined {
    return after ? this.#database.getAfter(path) : this.#database.get(path);
  }

  #documentPath(path: RulePath): string | RuleError {
    const segments = path.segments.map(String);
    const [databases, database, documents, ...rest] = segments;
    const isDocument = databases === 'databases' && documents === 'documents' && rest.length > 0 && rest.length % 2 === 0;
    if (!isDocument || rest.some((segment) => segment === '' || segment.includes('/'))) {
      return new RuleError(`Invalid path ${printPath(path)}. A document is at /databases/$(database)/documents/{collection}/{document}.`);
    }
    if (database !== this.#database.databaseId) return new RuleError(`Rules can read documents of database ${this.#database.databaseId} only, not of ${database}.`);
    return rest.join('/');
  }
}
