import type { DeclaredChange } from '../records/changes.ts';
import type { Declared, Expansions, ExpandTerm } from '../records/expansions.ts';
import type { Condition } from '../records/condition.ts';
import type { ListQuery } from '../records/query.ts';
import type { ListAnswer, Stored, With } from '../records/records.ts';
import type { CallOptions } from '../transport/transport.ts';
import type { StorageResource } from './storage.ts';

/** The calls on a storage whose types are declared: `expand` names what there is, and its answers have the types of what it names. */
export interface DeclaredResource<S extends Declared<S>, K extends keyof S>
  extends Omit<
    StorageResource<S[K]['record'], S[K]['create'], DeclaredChange<S[K]['change']>, DeclaredChange<S[K]['create']>>,
    'list' | 'get' | 'each'
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
}

type Query<S extends Declared<S>, K extends keyof S, E> = Omit<ListQuery<S[K]['record']>, 'expand' | 'where' | 'or'> & {
  where?: WhereIn<S, K>;
  or?: readonly WhereIn<S, K>[];
  expand?: E | readonly E[];
};
/** A reference leads on to the fields of the records behind it: `{ 'author.name': 'Ada' }`. */
type WhereIn<S extends Declared<S>, K extends keyof S> = NonNullable<ListQuery<S[K]['record']>['where']> & {
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
