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

/** Documents in one request, so that a large one does not delay too many others. */
const most = 50;
const notFound = 5;

/** Sends single reads of the same fields in one turn of the event loop as one request. */
export function createGets(transport: Transport, root: string) {
  const take = createBatcher<Get>(most, async (gets) => {
    await Promise.all([...Map.groupBy(gets, ({ select }) => select?.join() ?? '').values()].map(sendGroup));
  });
  return {
    /** @param select top-level fields; all when absent */
    get<T>(path: string, select?: readonly string[]): Promise<Row<T> | null> {
      return new Promise<Row<unknown> | null>((done, failed) => take({ path, select, done, failed })) as Promise<Row<T> | null>; // T is the caller's
    },
    getAll,
  };

  async function sendGroup(gets: readonly Get[]): Promise<void> {
    const [first] = gets;
    if (!first) return;
    try {
      if (gets.length === 1) first.done(await getOne(first));
      else
        for (const [i, row] of (
          await getAll(
            gets.map(({ path }) => path),
            first.select,
          )
        ).entries())
          gets[i]?.done(row);
    } catch (error) {
      // Sent singly, a refused read does not stop the others.
      if (gets.length > 1 && isRefusal(error)) await Promise.all(gets.map((get) => sendGroup([get])));
      else for (const { failed } of gets) failed(error);
    }
  }

  async function getOne({ path, select = [] }: Get): Promise<Row<unknown> | null> {
    const mask = select.map((field) => `mask.fieldPaths=${encodeURIComponent(segment(field))}`);
    try {
      return toRow((await transport.send('GET', `${root}/${address(path)}`, { query: mask, repeat: true })) as WireDocument, root);
    } catch (error) {
      if (error instanceof FirestoreError && error.code === notFound) return null;
      throw error;
    }
  }

  async function getAll<T>(paths: readonly string[], select?: readonly string[]): Promise<(Row<T> | null)[]> {
    const names = paths.map((path) => `${root}/${path}`);
    const mask = select ? { mask: { fieldPaths: select.map(segment) } } : {};
    const body = JSON.stringify({ documents: [...new Set(names)], ...mask });
    const answers = (await transport.send('POST', `${root}:batchGet`, { body, repeat: true })) as { found?: WireDocument }[];
    const found = new Map(answers.flatMap(({ found: document }) => (document ? [[document.name, document] as const] : [])));
    return names.map((name) => {
      const document = found.get(name);
      return document ? toRow<T>(document, root) : null;
    });
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof FirestoreError && [3, 7, notFound].includes(error.code);
}
