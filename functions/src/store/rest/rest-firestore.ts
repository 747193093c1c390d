import type { Timestamp } from '@google-cloud/firestore';
import type { QuerySpec } from '../model/query-spec.ts';
import type { Row, Rows } from '../model/row.ts';
import type { Write } from '../model/writes.ts';
import type { RunTransaction } from '../model/locking.ts';
import { createCommits } from './commits.ts';
import { createGets } from './gets.ts';
import { aggregated, type CountAnswer, countIn, placeOf, type QueryAnswer, queried, rowsIn } from './queries.ts';
import { singleFlight } from './single-flight.ts';
import type { Transport } from './transport.ts';
import { encodeTime } from './values.ts';
import { lazily } from '../../runtime/lazily.ts';

const loadTransactions = lazily(() => import('./transactions.ts'));

interface CommitAnswer {
  readonly writeResults: { readonly transformResults: { readonly integerValue: string }[] }[];
}

/**
 * Reads, commits and transactions through Firestore's REST API. The SDK's gRPC layers take more than half of
 * a short request's processor time (docs/performance.md). Everything else still uses the SDK.
 * Decision 014.
 */
export interface RestFirestore {
  /** @param select top-level fields; all when absent */
  get<T>(path: string, select?: readonly string[]): Promise<Row<T> | null>;
  getAll<T>(paths: readonly string[], select?: readonly string[]): Promise<(Row<T> | null)[]>;
  query<T>(spec: QuerySpec): Promise<Rows<T>>;
  /** `reads` are the billed reads. @param explain gets them from Firestore; else they are computed from the count */
  count(spec: QuerySpec, explain: boolean): Promise<{ count: number; reads: number }>;
  /** @returns the update time of the first document @throws {NeedsSdk} before anything was sent @throws {UnknownFate} */
  commit(writes: readonly Write[]): Promise<Timestamp | null>;
  /**
   * Adds 1 to a number of an existing document, or subtracts 1; an interrupted call may add 2 or subtract 0.
   * @returns the new number @throws {FirestoreError} NOT_FOUND
   */
  increment(path: string, field: string, by: 1 | -1): Promise<number>;
  /** @throws {NeedsSdk} when nothing was written, for a collection group or a write that only the SDK can send */
  readonly transaction: RunTransaction;
}

/** @param projectId with the default database */
export function createRestFirestore(transport: Transport, projectId: string): RestFirestore {
  const root = `projects/${projectId}/databases/(default)/documents`;
  const { get, getAll } = createGets(transport, root);
  const shared = singleFlight<unknown>();
  const read = (path: string, content: object) => {
    const body = JSON.stringify(content);
    return shared(`${path} ${body}`, () => transport.send('POST', path, { body, repeat: true }));
  };
  return {
    get,
    getAll,
    commit: createCommits(transport, root),
    async transaction(work) {
      const { createTransactions } = await loadTransactions(); // most calls need none
      return createTransactions(transport, root)(work);
    },
    async query<T>(spec: QuerySpec) {
      const { parent, collection } = placeOf(spec, root);
      const query = { ...queried(spec, collection), ...timeOf(spec) };
      return rowsIn<T>((await read(`${parent}:runQuery`, query)) as QueryAnswer[], root);
    },
    async count(spec: QuerySpec, explain: boolean) {
      const { parent, collection } = placeOf(spec, root);
      const options = explain ? { explainOptions: { analyze: true } } : {};
      const body = { ...aggregated(spec, collection), ...timeOf(spec), ...options };
      return countIn((await read(`${parent}:runAggregationQuery`, body)) as CountAnswer[]);
    },
    async increment(path: string, field: string, by: 1 | -1) {
      const transform = { document: `${root}/${path}`, fieldTransforms: [{ fieldPath: field, increment: { integerValue: String(by) } }] };
      const body = JSON.stringify({ writes: [{ transform, currentDocument: { exists: true } }] });
      // Repeated when its fate is unknown: counting twice is better than not at all.
      const { writeResults } = (await transport.send('POST', `${root}:commit`, { body, repeat: by > 0 })) as CommitAnswer;
      return Number(writeResults[0]?.transformResults[0]?.integerValue);
    },
  };
}

function timeOf({ readTime }: { readonly readTime?: Timestamp }): { readTime?: string } {
  return readTime ? { readTime: encodeTime(readTime) } : {};
}
