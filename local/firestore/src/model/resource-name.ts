import { validatePath } from './resource-id.ts';
import { RpcError } from './rpc-error.ts';
import { Reference } from './value.ts';

/** A place in a database: `path` is below `documents/`, `''` at the root. */
export interface ResourceName {
  readonly projectId: string;
  readonly databaseId: string;
  readonly path: string;
}

type What = 'Database name' | 'Document name' | 'Document parent name' | 'Resource name';

/** `projects/{p}/databases/{d}` */
export function parseDatabaseName(name: string): ResourceName {
  const cursor = new Cursor('Database name', name);
  const place = cursor.database();
  cursor.end();
  return { ...place, path: '' };
}

/** `projects/{p}/databases/{d}/documents/{c}/{id}…` */
export function parseDocumentName(name: string, what: What = 'Document name'): ResourceName {
  const cursor = new Cursor(what, name);
  const place = cursor.database();
  cursor.literal('/documents/');
  const path = cursor.rest();
  validatePath(path, name, what);
  if (path.split('/').length % 2 === 1) throw cursor.lacks('/', name.length);
  return { ...place, path };
}

/** A document, or the root `projects/{p}/databases/{d}/documents` (also with a slash at its end). */
export function parseParentName(name: string): ResourceName {
  const cursor = new Cursor('Document parent name', name);
  const place = cursor.database();
  cursor.literal('/documents');
  const rest = cursor.rest();
  if (rest === '' || rest === '/') return { ...place, path: '' };
  return parseDocumentName(name, 'Document parent name');
}

/**
 * A reference as it stands in a value of a request (docs/facts.md, "References in values").
 * @throws RpcError INVALID_ARGUMENT unless it names a document
 */
export function parseReference(name: string): Reference {
  parseDocumentName(name);
  return new Reference(name);
}

/** The full name of a document. */
export function documentName(databaseName: string, path: string): string {
  return `${databaseName}/documents/${path}`;
}

/** The part below `documents/` of a name that must belong to the database, without building objects for each of many names. */
export function pathWithin(database: ResourceName, name: string): string {
  const prefix = `projects/${database.projectId}/databases/${database.databaseId}/documents/`;
  if (!name.startsWith(prefix)) {
    const other = parseDocumentName(name);
    throw new RpcError(
      'INVALID_ARGUMENT',
      `Document name "${name}" is not in the database "projects/${database.projectId}/databases/${database.databaseId}" of the request but in "projects/${other.projectId}/databases/${other.databaseId}".`,
    );
  }
  return parseDocumentName(name).path;
}

/** Reads a name from left to right, so that errors can say where it went wrong (docs/facts.md, "Names"). */
class Cursor {
  #position = 0;

  constructor(
    readonly what: What,
    readonly name: string,
  ) {}

  database(): { readonly projectId: string; readonly databaseId: string } {
    this.literal('projects/');
    const projectId = this.#id();
    this.literal('/databases/');
    return { projectId, databaseId: this.#id() };
  }

  literal(token: string): void {
    if (!this.name.startsWith(token, this.#position)) throw this.lacks(token, this.#position);
    this.#position += token.length;
  }

  rest(): string {
    return this.name.slice(this.#position);
  }

  end(): void {
    if (this.#position === this.name.length || this.rest() === '/') return;
    throw new RpcError('INVALID_ARGUMENT', `${this.what} "${this.name}" has extra characters at index ${this.#position}.`);
  }

  lacks(token: string, index: number): RpcError {
    return new RpcError('INVALID_ARGUMENT', `${this.what} "${this.name}" lacks "${token}" at index ${index}.`);
  }

  #id(): string {
    const slash = this.name.indexOf('/', this.#position);
    const end = slash === -1 ? this.name.length : slash;
    const id = this.name.slice(this.#position, end);
    if (id === '') throw this.lacks('a resource id', this.#position);
    if (id === '.' || id === '..') {
      throw new RpcError('INVALID_ARGUMENT', `${this.what} "${this.name}" contains a resource id "${id}" at index ${this.#position}.`);
    }
    this.#position = end;
    return id;
  }
}
