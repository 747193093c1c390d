import type { Values } from '@bedplate/contract';
import { ApiError, type SentenceKey } from '../../../errors/api-error.ts';
import { say } from '../../../errors/say.ts';
import type { Store } from '../../../store/access.ts';
import type { Timestamp } from '../../../store/model/values.ts';
import type { QuerySpec } from '../../../store/model/query-spec.ts';
import type { Row, Rows } from '../../../store/model/row.ts';

/** Billed reads that one list may cost: at list prices less than the credit that pays for it. */
export const readsPerRequest = 1000;

/** Reads on behalf of one list: counts what they cost and reads everything after the first answer as of the same moment. */
export class Reader {
  spent = 0;
  /** When what was read first was so. */
  asOf: Timestamp | undefined;

  constructor(
    readonly store: Store,
    private allowed: number = readsPerRequest,
  ) {}

  /** Lets a page have the whole budget for its records, whatever was spent to find the way to them. @throws beyond the budget */
  allow(records: number, refusal: () => ApiError): void {
    if (records > readsPerRequest) throw refusal();
    this.allowed = Math.max(this.allowed, this.spent + records);
  }

  get left(): number {
    return Math.max(0, this.allowed - this.spent);
  }

  get<T>(path: string): Promise<Row<T> | null> {
    this.spent += 1;
    return this.store.get<T>(path);
  }

  async query<T>(spec: QuerySpec): Promise<Rows<T>> {
    const result = await this.store.query<T>(spec);
    this.spent += Math.max(1, result.rows.length + (spec.offset ?? 0));
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
