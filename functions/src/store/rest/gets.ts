import type { Row } from '../model/row.ts';
import { address, toRow, type WireDocument } from './documents.ts';
import { createBatcher } from './batcher.ts';
import { segment } from './queries.ts';
import { FirestoreError, type Transport } from './transport.ts';

interface Get {
  readonly path: string;
  readonly select: readonly string[] | undefined;
  readonly done: (row: Row<unknown> | null) => void;
  readonly failed: (error: unknown) => void;
}

interface Asked {
  /** Top-level fields; all when absent. */
  readonly select?: readonly string[] | undefined;
  /** See `Message`. */
  readonly ended?: (() => void) | undefined;
}

/** Documents in one request, so that a large one does not delay too many others. */
const most = 50;
const notFound = 5;

/** Sends single reads of the same fields in one turn of the event loop as one request. */
export function createGets(transport: Transport, root: string) {
  const take = createBatcher<Get>(most, async (gets, answered) => {
    const groups = [...Map.groupBy(gets, ({ select }) => select?.join() ?? '').values()];
    await Promise.all(groups.map((group) => sendGroup(group, answered)));
  });
  return {
    /** @param select top-level fields; all when absent */
    get<T>(path: string, select?: readonly string[]): Promise<Row<T> | null> {
      return new Promise<Row<unknown> | null>((done, failed) => take({ path, select, done, failed })) as Promise<Row<T> | null>; // T is the caller's
    },
    getAll: <T>(paths: readonly string[], select?: readonly string[]) => sendAll<T>(paths, { select }),
  };

  async function sendGroup(gets: readonly Get[], ended?: () => void): Promise<void> {
    const [first] = gets;
    if (!first) return;
    try {
      if (gets.length === 1) return first.done(await getOne(first, ended));
      const { select } = first;
      const paths = gets.map(({ path }) => path);
      for (const [i, row] of (await sendAll(paths, { select, ended })).entries()) gets[i]?.done(row);
    } catch (error) {
      // Sent singly, a refused read does not stop the others.
      if (gets.length > 1 && isRefusal(error)) await Promise.all(gets.map((get) => sendGroup([get])));
      else for (const { failed } of gets) failed(error);
    }
  }

  async function getOne({ path, select = [] }: Get, ended?: () => void): Promise<Row<unknown> | null> {
    const mask = select.map((field) => `mask.fieldPaths=${encodeURIComponent(segment(field))}`);
    try {
      return toRow((await transport.send('GET', `${root}/${address(path)}`, { query: mask, repeat: true, ended })) as WireDocument, root);
    } catch (error) {
      if (error instanceof FirestoreError && error.code === notFound) return null;
      throw error;
    }
  }

  async function sendAll<T>(paths: readonly string[], { select, ended }: Asked): Promise<(Row<T> | null)[]> {
    const body = JSON.stringify(batchGet(paths, { root, select }));
    return foundIn<T>((await transport.send('POST', `${root}:batchGet`, { body, repeat: true, ended })) as GetAnswer[], paths, root);
  }
}

export interface GetAnswer {
  readonly found?: WireDocument;
  /** In the first answer of a read that began one. */
  readonly transaction?: string;
}

/** @returns the body of a batchGet */
export function batchGet(paths: readonly string[], { root, select }: { root: string; select: readonly string[] | undefined }): object {
  const names = new Set(paths.map((path) => `${root}/${path}`));
  return { documents: [...names], ...(select ? { mask: { fieldPaths: select.map(segment) } } : {}) };
}

/** @returns the documents in the order of `paths`; null where there is none */
export function foundIn<T>(answers: readonly GetAnswer[], paths: readonly string[], root: string): (Row<T> | null)[] {
  const found = new Map(answers.flatMap(({ found: document }) => (document ? [[document.name, document] as const] : [])));
  return paths.map((path) => {
    const document = found.get(`${root}/${path}`);
    return document ? toRow<T>(document, root) : null;
  });
}

function isRefusal(error: unknown): boolean {
  return error instanceof FirestoreError && [3, 7, notFound].includes(error.code);
}
