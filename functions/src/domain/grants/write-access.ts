import { isDeepStrictEqual } from 'node:util';
import { type DataRecord, type Grant, type GrantVerb, type Json, type RuleVerdict, valueSetBy } from '@bedplate/contract';
import { ApiError } from '../../errors/api-error.ts';
import { catalogueOf } from '../records/index/catalogue.ts';
import { closedFieldsOf, isAlwaysClosed } from '../records/model/closed-fields.ts';
import type { WriteAccess } from '../records/model/record-write.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { asksForProof } from '../records/write/refusals.ts';
import { nearestFailure } from './decide.ts';
import type { GrantCaller } from './grant-caller.ts';
import type { ResolvedGrant } from './resolved-grant.ts';

interface Writer {
  readonly grants: readonly ResolvedGrant[];
  readonly storage: StorageRow;
  readonly who: GrantCaller;
  /** The fields of a record that the writer does not see; null for one out of reach. */
  readonly hiddenOf: (record: DataRecord) => ReadonlySet<string> | null;
  /** Takes why the rules refuse a write. */
  readonly tell: Telling;
  /** Takes which of the rules carry a write, and why the others that hold for the record do not. */
  readonly pass?: Telling | undefined;
}

/** @param onWrite verdicts on what is to be written, by the rules that hold for the record */
export type Telling = (verb: GrantVerb, record: DataRecord | null, onWrite?: ReadonlyMap<Grant, RuleVerdict>) => void;

type Sent = Parameters<WriteAccess['prepare']>[1];

/** One rule must carry a whole write: it holds for the record before and after it, and for every field that is set. */
export function writeAccess(writer: Writer): WriteAccess {
  return {
    reach(verb, record) {
      if (verb === 'delete' && isSelf(writer, record)) throw asksForProof('');
      if (carrying(writer, verb, record).length > 0) return true;
      writer.tell(verb, record);
      if (writer.hiddenOf(record)) throw refused(`The rules of this storage do not let you ${verb} this record.`);
      return false;
    },
    prepare(before, sent) {
      const grants = carrying(writer, before ? 'update' : 'create', before);
      if (grants.length === 0) {
        writer.tell('create', before);
        throw refused('The rules of this storage do not let you create records.');
      }
      const fits = grants.find((grant) => unfit(writer, grant, { before, sent }) === undefined);
      if (!fits) {
        const names = grants.map((grant) => unfit(writer, grant, { before, sent }));
        writer.tell(before ? 'update' : 'create', before, closedBy(grants, names));
        throw closed(names[0]);
      }
      return setBy(writer, fits, { before, sent });
    },
    settle(before, after, named) {
      const grants = carrying(writer, before ? 'update' : 'create', before);
      const wrong = grants.map((grant) => wronglySet(writer, grant, { before, after, named }));
      const verb = before ? 'update' : 'create';
      if (grants.some(({ holdsAfter }, i) => wrong[i] === undefined && holdsAfter(after)))
        return writer.pass?.(verb, before, verdicts(writer, grants, { wrong, after }));
      writer.tell(verb, before, verdicts(writer, grants, { wrong, after }));
      const field = wrong.every((name) => name !== undefined) ? wrong[0] : undefined;
      throw field === undefined ? refused('The rules of this storage do not let you leave the record so.') : closed(field);
    },
  };
}

/** @param names the field that each rule closes */
function closedBy(grants: readonly ResolvedGrant[], names: readonly (string | undefined)[]): ReadonlyMap<Grant, RuleVerdict> {
  return new Map(grants.map(({ grant }, i) => [grant, { outcome: 'field', field: names[i]?.slice(0, 80) ?? '' }]));
}

/** @param wrong the field that each rule closes; without one, what is stored meets the rule or does not */
function verdicts(
  { who, storage }: Writer,
  grants: readonly ResolvedGrant[],
  { wrong, after }: { readonly wrong: readonly (string | undefined)[]; readonly after: DataRecord },
): ReadonlyMap<Grant, RuleVerdict> {
  return new Map(
    grants.map(({ grant, holdsAfter }, i): [Grant, RuleVerdict] => {
      const field = wrong[i]?.slice(0, 80);
      if (field !== undefined) return [grant, { outcome: 'field', field }];
      if (holdsAfter(after)) return [grant, { outcome: 'held' }];
      const at = nearestFailure(grant.after ?? grant.if, { who, storage, record: after })?.at;
      return [grant, { outcome: 'stored', ...(at && { at }) }];
    }),
  );
}

function isSelf({ storage, who: { caller } }: Writer, { id }: DataRecord): boolean {
  return caller.userRecord?.storageId === storage.id && caller.userId === id;
}

function carrying({ grants }: Writer, verb: 'create' | 'update' | 'delete', before: DataRecord | null): ResolvedGrant[] {
  return grants.filter(({ verbs, holds }) => verbs.includes(verb) && (before === null || holds(before)));
}

interface Change {
  readonly before: DataRecord | null;
  readonly sent: Sent;
}

/** @returns the first field that a write may not name by this rule */
function unfit(writer: Writer, { grant, hidden }: ResolvedGrant, { before, sent }: Change): string | undefined {
  const { readOnly = [], writeOnce = [], server = {} } = grant.fields ?? {};
  const unseen = before && writer.hiddenOf(before);
  const never = writer.who.caller.userId === undefined ? undefined : closedFieldsOf(writer.storage);
  const names = [...Object.keys(sent.fields), ...(sent.operations?.keys() ?? [])];
  const missing = Object.keys(server).find((name) => serverValue(writer, name, server[name]) === undefined);
  return missing ?? names.find((name) => isClosedTo(name));

  function isClosedTo(name: string): boolean {
    if (hidden.has(name)) return true;
    if (Object.hasOwn(server, name)) return !isDeepStrictEqual(sent.fields[name], serverValue(writer, name, server[name]));
    if (!before) return readOnly.includes(name) && (sent.fields[name] ?? null) !== null;
    // An answer must not tell whether an unseen value is the one that was sent.
    if (unseen) return unseen.has(name);
    const isGuarded = readOnly.includes(name) || writeOnce.includes(name) || (never !== undefined && isAlwaysClosed(never, name));
    return isGuarded || sent.operations?.has(name) === true;
  }
}

function serverValue({ storage, who }: Writer, name: string, value: Json = null): Json | undefined {
  return valueSetBy(value, who, catalogueOf(storage.data).byPath.get(name)?.declared);
}

function setBy(writer: Writer, { grant }: ResolvedGrant, { before, sent }: Change): Record<string, Json> {
  const set: Record<string, Json> = {};
  for (const [name, value] of Object.entries(grant.fields?.server ?? {})) set[name] = serverValue(writer, name, value) ?? null;
  const { userId } = writer.who.caller;
  if (before || userId === undefined || typeof grant.who !== 'object' || !('owner' in grant.who)) return set;
  const { owner } = grant.who;
  // A new record is the caller's own unless it says otherwise.
  return owner === 'id' || owner.includes('.') || (sent.fields[owner] ?? null) !== null ? set : { ...set, [owner]: userId };
}

/** @returns the first field that the record has otherwise than this rule lets it have */
function wronglySet(
  writer: Writer,
  { grant, hidden }: ResolvedGrant,
  { before, after, named }: { before: DataRecord | null; after: DataRecord; named: ReadonlySet<string> },
): string | undefined {
  const { readOnly = [], writeOnce = [], server = {} } = grant.fields ?? {};
  const valueOf = (record: DataRecord | null, name: string) => record?.[name] ?? null;
  const isChanged = (name: string) => !isDeepStrictEqual(valueOf(before, name), valueOf(after, name));
  return (
    // As `unfit` has it, so that no two rules share a write: one by its names, the other by what it leaves.
    [...named].find((name) => hidden.has(name)) ??
    // Defaults of a new record are the server's, and so is its owner.
    [...hidden, ...readOnly].find((name) => !Object.hasOwn(server, name) && (before || named.has(name)) && isChanged(name)) ??
    writeOnce.find((name) => valueOf(before, name) !== null && isChanged(name)) ??
    Object.keys(server).find((name) => String(valueOf(after, name)) !== String(serverValue(writer, name, server[name])))
  );
}

function closed(name = ''): ApiError {
  const field = name.slice(0, 80);
  const message = `The rules of this storage do not let you set the field ${field}.`;
  return new ApiError('permission-denied', message, { details: [{ field, message }], by: 'access-of-users' });
}

function refused(message: string): ApiError {
  return new ApiError('permission-denied', message, { by: 'access-of-users' });
}
