import { comparison } from './values/condition.ts';
import { containing, fold } from './values/fold.ts';
import type { Json } from './values/json.ts';
import { readLiteral } from './values/reading.ts';
import type { ValueType } from './values/scalar.ts';
import { type AskingCall, literalsOfValue } from './grant-values.ts';
import type { Grant, GrantCondition, GrantTerm, GrantVerb } from './grant.ts';

/** Somebody whom rules bind: an app user, or a named key. */
export type GrantCaller =
  | { readonly userId: string; readonly fields: Readonly<Record<string, Json>>; readonly teams?: Readonly<Record<string, string>> }
  | { readonly keyId: string };

/** A record as an answer has it, with all its fields. */
export type JudgedRecord = Readonly<Record<string, Json | undefined>> & { readonly id: string };

export interface Judging {
  readonly grants: readonly Grant[];
  readonly caller: GrantCaller;
  readonly now: number;
  /** By the schema. */
  readonly typeOf: (path: string) => ValueType | undefined;
}

/**
 * Says plainly what the rules mean: the model that every door is compared with.
 * @returns null for a record out of reach; else the fields of it that are not shown
 */
export function mayRead(judging: Judging, record: JudgedRecord, verb: 'list' | 'read' = 'read'): ReadonlySet<string> | null {
  const holding = judging.grants.filter((grant) => holds(judging, grant, { verb, record, condition: grant.if }));
  const [first, ...others] = holding.map(({ fields }) => new Set(fields?.hidden));
  return first ? new Set([...first].filter((name) => others.every((hidden) => hidden.has(name)))) : null;
}

/** @param before null for a new record; `after` null for a delete @returns whether one rule carries the whole write */
export function mayWrite(
  judging: Judging,
  verb: 'create' | 'update' | 'delete',
  { before, after }: { before: JudgedRecord | null; after: JudgedRecord | null },
): boolean {
  return judging.grants.some((grant) => {
    const isBefore = before === null || holds(judging, grant, { verb, record: before, condition: grant.if });
    const isAfter = after === null || holds(judging, grant, { verb, record: after, condition: grant.after ?? grant.if });
    return isBefore && isAfter && (after === null || isSettable(judging, grant, { before, after }));
  });
}

function isSettable(
  { caller, now }: Judging,
  { fields = {} }: Grant,
  { before, after }: { before: JudgedRecord | null; after: JudgedRecord },
) {
  const { hidden = [], readOnly = [], writeOnce = [], server = {} } = fields;
  const isChanged = (name: string) => JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after[name] ?? null);
  const isSet = ([name, value]: [string, Json]) => {
    const literals = literalsOfValue(value as string, callOf(caller, now));
    return (
      literals?.length === 1 &&
      comparison(
        '=',
        literals.flatMap((one) => readLiteral(one) ?? []),
      )(after[name])
    );
  };
  return (
    ![...hidden, ...readOnly].some((name) => !(name in server) && isChanged(name)) &&
    !writeOnce.some((name) => (before?.[name] ?? null) !== null && isChanged(name)) &&
    Object.entries(server).every(isSet)
  );
}

interface Asked {
  readonly verb: GrantVerb;
  readonly record: JudgedRecord;
  readonly condition: GrantCondition | undefined;
}

function holds(judging: Judging, { who, verbs }: Grant, { verb, record, condition }: Asked): boolean {
  if (!verbs.includes(verb) || !isMeant(judging, who, record)) return false;
  return condition === undefined || condition.some((terms) => terms.every((term) => isTrue(judging, term, record)));
}

function isMeant({ caller }: Judging, who: Grant['who'], record: JudgedRecord): boolean {
  if (who === 'anyone') return true;
  if ('keyId' in caller) return typeof who === 'object' && 'key' in who && (who.key === '*' || who.key === caller.keyId);
  if (who === 'signedIn') return true;
  if ('owner' in who) return valuesIn(valueAtPath(record, who.owner)).includes(caller.userId);
  if ('team' in who) return valuesIn(valueAtPath(record, who.team)).some((team) => isIn(caller.teams ?? {}, team, who.roles));
  if (!('role' in who)) return false;
  return valuesIn(caller.fields.role).some((role) => [who.role].flat().includes(role as string));
}

function isIn(teams: Readonly<Record<string, string>>, team: Json, roles: readonly string[] | undefined): boolean {
  const role = typeof team === 'string' && Object.hasOwn(teams, team) ? teams[team] : undefined;
  return role !== undefined && (roles === undefined || roles.includes(role));
}

function isTrue({ caller, now, typeOf }: Judging, { field, op, value }: GrantTerm, record: JudgedRecord): boolean {
  const literals = literalsOfValue(value, callOf(caller, now), typeOf(field));
  if (!literals) return false;
  const stored = valueAtPath(record, field);
  if (field === 'id') return literals.some(({ text }) => text === record.id) === (op === '=');
  if (op === '~') {
    const texts = valuesIn(stored).flatMap((one) => (one === null || typeof one === 'object' ? [] : [String(one)]));
    return literals.some(({ text }) => texts.some(containing(fold(text))));
  }
  const type = field === 'createdAt' || field === 'updatedAt' ? ({ type: 'dateTime' } as const) : typeOf(field);
  const readings = literals.map((literal) => readLiteral(literal, type));
  // A value that the type of the field does not know makes the condition hold for no record.
  return readings.every((reading) => reading !== undefined) && comparison(op, readings, type)(stored);
}

function callOf(caller: GrantCaller, now: number): AskingCall {
  if ('keyId' in caller) return { user: undefined, now };
  const user: Record<string, Json> = { ...caller.fields, id: caller.userId };
  if (caller.teams) user.teams = Object.keys(caller.teams);
  return { user, now };
}

function valuesIn(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

function valueAtPath(record: JudgedRecord, path: string): Json | undefined {
  let value: Json | undefined = record as { [key: string]: Json };
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}
