import type { Timestamp } from '@google-cloud/firestore';
import type { QuerySpec } from '../query-spec.ts';
import type { Row, Rows } from '../row.ts';
import type { Write } from '../writes.ts';
import { structuredQuery } from './queries.ts';
import { FirestoreError, type Transport } from './transport.ts';
import { decodeFields, decodeTime, encodeTime, type WireValue } from './values.ts';
import { wireWrite } from './writes.ts';

interface WireDocument {
  readonly name: string;
  readonly fields?: Record<string, WireValue>;
  readonly createTime: string;
  readonly updateTime: string;
}

interface QueryAnswer {
  readonly document?: WireDocument;
  readonly readTime?: string;
}

interface CountAnswer {
  readonly result?: { readonly aggregateFields: { readonly count: { readonly integerValue: string } } };
  readonly explainMetrics?: { readonly executionStats?: { readonly readOperations?: string } };
}

/**
 * Single reads and commits through Firestore's REST API. The SDK sends them over gRPC through layers that take more than half of
 * the processor time of a short request (docs/performance.md); for listeners, transactions and everything else it stays.
 */
export interface RestFirestore {
  get<T>(path: string): Promise<Row<T> | null>;
  getAll<T>(paths: readonly string[]): Promise<(Row<T> | null)[]>;
  query<T>(spec: QuerySpec): Promise<Rows<T>>;
  /** `reads` is what Firestore billed. @param explain asks Firestore; else it is worked out from the count */
  count(spec: QuerySpec, explain: boolean): Promise<{ count: number; reads: number }>;
  /** @throws {NeedsSdk} before anything was sent */
  commit(writes: readonly Write[]): Promise<void>;
}

/** @param projectId with the default database */
export function createRestFirestore(transport: Transport, projectId: string): RestFirestore {
  const database = `projects/${projectId}/databases/(default)`;
  const root = `${database}/documents`;
  return {
    async get<T>(path: string) {
      try {
        return toRow<T>((await transport.send('GET', `${root}/${address(path)}`, undefined, true)) as WireDocument, root);
      } catch (error) {
        if (error instanceof FirestoreError && error.code === 5) return null;
        throw error;
      }
    },
    async getAll<T>(paths: readonly string[]) {
      const names = paths.map((path) => `${root}/${path}`);
      const answers = (await transport.send('POST', `${root}:batchGet`, { documents: names }, true)) as { found?: WireDocument }[];
      const found = new Map(answers.flatMap(({ found: document }) => (document ? [[document.name, document] as const] : [])));
      return names.map((name) => {
        const document = found.get(name);
        return document ? toRow<T>(document, root) : null;
      });
    },
    async query<T>(spec: QuerySpec) {
      const { parent, collection } = placeOf(spec, root);
      const body = { structuredQuery: structuredQuery(spec, collection), ...timeOf(spec) };
      const answers = (await transport.send('POST', `${parent}:runQuery`, body, true)) as QueryAnswer[];
      const readTime = answers.at(-1)?.readTime;
      if (!readTime) throw new FirestoreError(13, 'Firestore sent no read time.');
      return { rows: answers.flatMap(({ document }) => (document ? [toRow<T>(document, root)] : [])), readTime: decodeTime(readTime) };
    },
    async count(spec: QuerySpec, explain: boolean) {
      const { parent, collection } = placeOf(spec, root);
      const query = { structuredQuery: structuredQuery(spec, collection), aggregations: [{ alias: 'count', count: {} }] };
      const body = { structuredAggregationQuery: query, ...timeOf(spec), ...(explain ? { explainOptions: { analyze: true } } : {}) };
      const answers = (await transport.send('POST', `${parent}:runAggregationQuery`, body, true)) as CountAnswer[];
      const count = Number(answers.find(({ result }) => result)?.result?.aggregateFields.count.integerValue ?? 0);
      const stated = answers.find(({ explainMetrics }) => explainMetrics)?.explainMetrics?.executionStats?.readOperations;
      return { count, reads: stated === undefined ? Math.max(1, Math.ceil(count / 1000)) : Number(stated) };
    },
    async commit(writes: readonly Write[]) {
      const body = { writes: writes.map((write) => wireWrite(write, root)) };
      await transport.send('POST', `${root}:commit`, body, false);
    },
  };
}

function toRow<T>({ name, fields, createTime, updateTime }: WireDocument, root: string): Row<T> {
  const path = name.slice(root.length + 1);
  return {
    id: path.slice(path.lastIndexOf('/') + 1),
    path,
    data: decodeFields(fields) as T, // the caller knows the collection; Firestore has no types
    createTime: decodeTime(createTime),
    updateTime: decodeTime(updateTime),
  };
}

function placeOf({ from }: QuerySpec, root: string): { parent: string; collection: string } {
  const slash = from.lastIndexOf('/');
  return { parent: slash < 0 ? root : `${root}/${address(from.slice(0, slash))}`, collection: `${root}/${from}` };
}

function address(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function timeOf({ readTime }: { readonly readTime?: Timestamp }): { readTime?: string } {
  return readTime ? { readTime: encodeTime(readTime) } : {};
}
