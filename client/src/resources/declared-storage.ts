import type { ChangeAnswer, ChangePreview, ChangeQuery } from '../records/change-where.ts';
import type { DeclaredChange } from '../records/changes.ts';
import type { Declared, Expansions, ExpandTerm } from '../records/expansions.ts';
import type { Condition } from '../records/condition.ts';
import type { CountQuery, ListQuery } from '../records/query.ts';
import type { ListAnswer, Stored, With } from '../records/records.ts';
import type { CallOptions } from '../transport/transport.ts';
import type {
  AggregateAnswer,
  AggregateGroup,
  AggregatePair,
  AggregateQuery,
  AggregateTotals,
  CountAnswer,
  StorageResource,
} from './storage.ts';

/** The calls on a storage whose types are declared: `expand` names what there is, and its answers have the types of what it names. */
export interface DeclaredResource<S extends Declared<S>, K extends keyof S>
  extends Omit<
    StorageResource<S[K]['record'], S[K]['create'], DeclaredChange<S[K]['change']>, DeclaredChange<S[K]['create']>>,
    'list' | 'get' | 'each' | 'count' | 'aggregate' | 'updateWhere' | 'deleteWhere'
  > {
  /**
   * @example const { data } = await posts.list({ where: { status: 'open' }, expand: ['author', 'comments(limit=5)'] });
   * @throws {BedplateError} `invalid-argument`, `query-too-broad`
   */
  list<const E extends ExpandTerm<S, K> = never>(query?: Query<S, K, E>, options?: CallOptions): Promise<ListAnswer<Expanding<S, K, E>>>;
  /**
   * Reads one record.
   * @example const { expand } = await posts.get(id, { expand: 'author' });
   * @throws {BedplateError} `not-found`, also for a soft-deleted record
   */
  get<const E extends ExpandTerm<S, K> = never>(
    id: string,
    options?: CallOptions & { expand?: E | readonly E[] },
  ): Promise<Stored<Expanding<S, K, E>>>;
  /** Iterates over all records that match, page after page. */
  each<const E extends ExpandTerm<S, K> = never>(
    query?: Omit<Query<S, K, E>, 'page' | 'cursor'>,
    options?: CallOptions,
  ): AsyncIterableIterator<Stored<Expanding<S, K, E>>>;
  /** Counts the records that match. `isExact` is false when there are at least that many. */
  count(query?: Asking<CountQuery<S[K]['record']>, WhereIn<S, K>>, options?: CallOptions): Promise<CountAnswer>;
  /**
   * Calculates totals over the records that match. With `groupBy` the answer is a list with one entry for each group.
   * @example const { data } = await posts.aggregate({ op: ['count', 'sum:price'], where: { 'author.name': 'Ada' } });
   * @throws {BedplateError} `query-too-broad`
   */
  aggregate<A = AggregateTotals>(query: TotalsOf<S, K> & { groupBy?: undefined }, options?: CallOptions): Promise<AggregateAnswer<A>>;
  aggregate<A = AggregateGroup[]>(query: TotalsOf<S, K> & { groupBy: string }, options?: CallOptions): Promise<AggregateAnswer<A>>;
  aggregate<A = AggregatePair[]>(
    query: TotalsOf<S, K> & { groupBy: readonly string[] },
    options?: CallOptions,
  ): Promise<AggregateAnswer<A>>;
  aggregate<A = AggregateTotals | AggregateGroup[] | AggregatePair[]>(
    query: TotalsOf<S, K>,
    options?: CallOptions,
  ): Promise<AggregateAnswer<A>>;
  /**
   * Makes the same change of all records that match. With `dryRun` nothing is written.
   * @example const { changed } = await posts.updateWhere({ where: { price: { lt: 5 } } }, { status: 'closed' });
   * @throws {BedplateError} `invalid-argument`, `permission-denied`
   */
  updateWhere(
    query: ChangeQuery<Asked<S, K>>,
    fields: DeclaredChange<S[K]['change']>,
    options: CallOptions & { dryRun: true },
  ): Promise<ChangePreview<S[K]['record']>>;
  updateWhere(query: ChangeQuery<Asked<S, K>>, fields: DeclaredChange<S[K]['change']>, options?: CallOptions): Promise<ChangeAnswer>;
  /**
   * Deletes all records that match, as `updateWhere` changes them.
   * @example const { undo } = await posts.deleteWhere({ where: { status: 'closed' } });
   * @throws {BedplateError} as `updateWhere`
   */
  deleteWhere(
    query: ChangeQuery<Asked<S, K>>,
    options: CallOptions & { dryRun: true; permanent?: boolean },
  ): Promise<ChangePreview<S[K]['record']>>;
  deleteWhere(query: ChangeQuery<Asked<S, K>>, options?: CallOptions & { permanent?: boolean }): Promise<ChangeAnswer>;
}

type Asking<Q, W> = Omit<Q, 'where' | 'or'> & { where?: W; or?: readonly W[] };
type Query<S extends Declared<S>, K extends keyof S, E> = Asking<Omit<ListQuery<S[K]['record']>, 'expand'>, WhereIn<S, K>> & {
  expand?: E | readonly E[];
};
type TotalsOf<S extends Declared<S>, K extends keyof S> = Asking<AggregateQuery<S[K]['record']>, WhereIn<S, K>>;
/** A decimal is read as text, and asked for as it is written: `{ price: { lt: 5 } }`. */
type Asked<S extends Declared<S>, K extends keyof S> = {
  [F in keyof S[K]['record']]: S[K]['record'][F] | (F extends keyof S[K]['create'] ? S[K]['create'][F] : never);
};
/** A reference leads on to the fields of the records behind it: `{ 'author.name': 'Ada' }`. */
type WhereIn<S extends Declared<S>, K extends keyof S> = NonNullable<ListQuery<Asked<S, K>>['where']> & {
  [P in ThroughPath<S, S[K]['references']>]?: Condition<string | number | boolean>;
};
type ThroughPath<S extends Declared<S>, R> = {
  [N in keyof R & string]: `${N}.${FieldOf<S, R[N] extends readonly (infer E)[] ? E : R[N]> | `${string}.${string}`}`;
}[keyof R & string];
type FieldOf<S extends Declared<S>, K> = K extends keyof S ? keyof S[K]['record'] & string : string;
type Expanding<S extends Declared<S>, K extends keyof S, E extends string> = With<
  S[K]['record'],
  [E] extends [never] ? never : Expansions<S, K, E>
>;
