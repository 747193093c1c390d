import type { DocumentPath } from '../../../store/model/collection.ts';
import type { Values } from '@bedplate/contract';
import { ApiError, type SentenceKey } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import type { Store } from '../../../store/access.ts';
import type { Timestamp } from '../../../store/model/values.ts';
import type { QuerySpec } from '../../../store/model/query-spec.ts';
import type { Row, Rows } from '../../../store/model/row.ts';

/** Records that one list may look at: at list prices less than the credit that pays for it. */
export const readsPerRequest = 1000;

/** Reads on behalf of one list: counts what they cost and reads everything after the first answer as of the same moment. */
export class Reader {
  /** Billed reads. */
  spent = 0;
  /** When what was read first was so. */
  asOf: Timestamp | undefined;
  /** Records that were read. Counts and empty answers are billed, and take nothing from those that may be looked at. */
  private looked = 0;
  private forgettable = readsPerRequest + 1;

  /** @param allowed one more than the budget shows whether more match than that */
  constructor(
    readonly store: Store,
    private allowed: number = readsPerRequest + 1,
  ) {}

  /** Lets a page have the whole budget for its records, whatever was looked at to find the way to them. @throws beyond the budget */
  allow(records: number, refusal: () => ApiError): void {
    if (records > readsPerRequest) throw refusal();
    this.allowed = Math.max(this.allowed, this.looked + records);
  }

  /** Reads led to nothing: as much may be looked at as without them, once. */
  forget(records: number): void {
    const forgotten = Math.min(records, this.forgettable);
    this.forgettable -= forgotten;
    this.allowed += forgotten;
  }

  get left(): number {
    return Math.max(0, this.allowed - this.looked);
  }

  get<T>(path: DocumentPath<T>): Promise<Row<T> | null> {
    this.spent += 1;
    return this.store.get(path);
  }

  async query<T>(spec: QuerySpec<T>): Promise<Rows<T>> {
    const result = await this.store.query(spec);
    const records = result.rows.length + (spec.offset ?? 0);
    this.spent += Math.max(1, records);
    this.looked += records;
    this.asOf ??= result.readTime;
    return result;
  }

  async count(spec: QuerySpec): Promise<number> {
    return (await this.counted(spec)).count;
  }

  async counted(spec: QuerySpec): Promise<{ count: number; reads: number }> {
    const counted = await this.store.counted(spec);
    this.spent += counted.reads;
    return counted;
  }
}

/** Of the stream that a continued read belongs to. */
export type ReadTime = Timestamp | undefined;

/** Remedies, by the end of their key. */
type Remedy = SentenceKey extends infer Key ? (Key extends `tooBroad.${infer Name}` ? Name : never) : never;

/** @returns the refusal of a query that would cost too much */
export function tooBroad(remedy: Remedy, values: Values = {}): ApiError {
  return new ApiError('query-too-broad', say(`tooBroad.${remedy}`, { max: readsPerRequest, ...values }));
}
