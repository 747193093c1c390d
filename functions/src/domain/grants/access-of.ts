import type { DataRecord, Grant, Grants, GrantVerb, RuleDecision, RuleVerdict } from '@bedplate/contract';
import { ApiError } from '../../errors/api-error.ts';
import type { RecordServices } from '../../services/record-services.ts';
import type { ApiCaller } from '../api-keys/api-caller.ts';
import type { WriteAccess } from '../records/model/record-write.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import type { Access, View } from '../records/query/access.ts';
import { noRecord } from '../records/query/bound-query.ts';
import { widestSets } from '../records/query/widest-sets.ts';
import { decide } from './decide.ts';
import { type CallerCaches, type GrantCaller, grantCaller, isBound, isConcerned } from './grant-caller.ts';
import { type ResolvedGrant, resolved } from './resolved-grant.ts';
import { storedGrants } from './stored-grants.ts';
import { withoutHidden } from './without-hidden.ts';
import { type Telling, writeAccess } from './write-access.ts';

interface AccessServices extends CallerCaches {
  readonly records: Pick<RecordServices, 'store'>;
}

interface Asking {
  readonly caller: ApiCaller;
  readonly storage: StorageRow;
  /** Takes why rules refuse the call, or cut its list. */
  readonly note?: ((decision: RuleDecision) => void) | undefined;
}

/** @returns what the rules of a storage let a caller do; undefined for a caller whom none bind, and for a storage without rules */
export async function accessOf(services: AccessServices, { caller, storage, note }: Asking): Promise<Access | undefined> {
  const { access } = storage.data;
  if (!access || !isBound(caller)) return undefined;
  const stored = await storedGrants(services.records, storage.id, access.version);
  const who = await grantCaller(services, caller);
  const grants = stored.flatMap((grant) => resolved(who, storage, grant) ?? []);
  const [all, reads] = [viewOf(grants, 'list'), viewOf(grants, 'read')];
  const tell = (verb: GrantVerb, record: DataRecord | null, onWrite?: ReadonlyMap<Grant, RuleVerdict>) =>
    note?.(decide(stored, access.version, { who, storage, verb, record, onWrite }));
  const hiddenOf = (record: DataRecord) => hiddenIn(grantsFor(grants, 'read'), record);
  const see = (record: DataRecord) => {
    const shown = reads.see(record);
    if (!shown) tell('read', record);
    return shown;
  };
  const isAsked = (verb: GrantVerb) => stored.some((grant) => grant.verbs.includes(verb) && isConcerned(who, grant.who));
  let lists: View | undefined; // a call asks for each record of a page
  const told = (): View => {
    if (all.unknown.size > 0 || !all.either.some((conditions) => conditions.length === 0)) tell('list', null);
    if (!isAsked('list')) throw noRule('list');
    return all.either.length > 0 ? all : { ...all, either: [[noRecord]] };
  };
  return {
    to: `${access.version}/${caller.keyId}`,
    get lists() {
      return (lists ??= told());
    },
    get reads() {
      if (isAsked('read')) return { ...reads, see };
      tell('read', null);
      throw noRule('read');
    },
    hidden: new Set([...all.unknown, ...reads.unknown]),
    writes: writeAccess({ grants, storage, who, hiddenOf, tell }),
    sees: reads.see,
    seesAll: ['list' as const, 'read' as const].every((verb) =>
      grantsFor(grants, verb).some((grant) => isPlain(grant) && grant.hidden.size === 0),
    ),
    createsAny: grantsFor(grants, 'create').some(
      ({ grant: { who, if: before, after, fields } }) => typeof who === 'object' && 'key' in who && !before && !after && !fields,
    ),
    echo: (record) => reads.see(record) ?? { id: record.id, createdAt: record.createdAt, updatedAt: record.updatedAt },
  };
}

interface Hearing {
  readonly tell: Telling;
  readonly pass: Telling;
}

/** @returns what rules show somebody, by a list or one by one, and let them write */
export function grantedTo(who: GrantCaller, storage: StorageRow, rules: Grants) {
  const grants = rules.flatMap((grant) => resolved(who, storage, grant) ?? []);
  const [lists, reads] = [viewOf(grants, 'list').see, viewOf(grants, 'read').see];
  return {
    lists,
    reads,
    sees(record: DataRecord): DataRecord | null {
      const [listed, read] = [lists(record), reads(record)];
      return listed && read ? { ...listed, ...read } : (listed ?? read);
    },
    /** @param hearing gets the verdicts on each write, be it refused or carried */
    writes(hearing: Hearing): WriteAccess {
      return writeAccess({ grants, storage, who, hiddenOf: (record) => hiddenIn(grantsFor(grants, 'read'), record), ...hearing });
    },
  };
}

function noRule(verb: GrantVerb): ApiError {
  return new ApiError('permission-denied', `The rules of this storage do not let you ${verb} records.`, { by: 'access-of-users' });
}

function viewOf(all: readonly ResolvedGrant[], verb: 'list' | 'read'): View {
  const grants = grantsFor(all, verb);
  return {
    either: widestSets(grants.flatMap(({ before }) => before)),
    unknown: new Set(grants.flatMap(({ hidden }) => [...hidden])),
    see(record) {
      const hidden = hiddenIn(grants, record);
      return hidden && withoutHidden(record, hidden);
    },
  };
}

/** A field that one rule hides may be shown by another that holds for the record too. */
function hiddenIn(grants: readonly ResolvedGrant[], record: DataRecord): ReadonlySet<string> | null {
  const [first, ...others] = grants.filter(({ holds }) => holds(record));
  return first ? new Set([...first.hidden].filter((name) => others.every((other) => other.hidden.has(name)))) : null;
}

function grantsFor(grants: readonly ResolvedGrant[], verb: GrantVerb): ResolvedGrant[] {
  return grants.filter(({ verbs }) => verbs.includes(verb));
}

function isPlain({ before }: ResolvedGrant): boolean {
  return before.some((conditions) => conditions.length === 0);
}
