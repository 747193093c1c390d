import type { Document } from '../model/document.ts';
import type { RulesDatabase } from '../rules/evaluate/lookups.ts';

/**
 * Firestore as one verification sees it. The documents arrive asynchronously and rules evaluate synchronously:
 * a document that is not here yet is noted as wanted, fetched, and the verification starts again.
 */
export class FetchedDocuments implements RulesDatabase {
  readonly projectId = '';
  readonly databaseId = '(default)';
  readonly #documents = new Map<string, Document | undefined>();
  #wanted: string | undefined;

  get(path: string): Document | undefined {
    if (!this.#documents.has(path)) this.#wanted ??= path;
    return this.#documents.get(path);
  }

  getAfter(path: string): Document | undefined {
    return this.get(path);
  }

  /** The first missing document since the last call, if any. The values read after it say nothing. */
  takeWanted(): string | undefined {
    const wanted = this.#wanted;
    this.#wanted = undefined;
    return wanted;
  }

  add(path: string, document: Document | undefined): void {
    this.#documents.set(path, document);
  }
}
