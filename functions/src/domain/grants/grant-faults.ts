import {
  askedOf,
  fromJson,
  type FieldProblem,
  type Grant,
  type GrantCondition,
  type Grants,
  limits,
  signInOf,
  valueSetBy,
} from '@bedplate/contract';
import { ApiError } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { catalogueOf } from '../records/index/catalogue.ts';
import { closedFieldsOf, isAlwaysClosed } from '../records/model/closed-fields.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { isUserStorage } from '../records/model/user-storage.ts';
import { valueType } from '../records/schema/declare-fields.ts';
import { rulesOf } from '../records/schema/storage-rules.ts';
import { storageIdOfKey } from '../storages/storage-by-key.ts';
import { grantProblem } from './grant-problem.ts';
import { isReadable, times, typeOf } from '../records/conditions/readable-value.ts';

/** Rules name what there is: a misspelt field would open or close more than is meant. @throws {ApiError} invalid-argument with one detail for each fault */
export async function refuseFaults(
  services: Pick<Services, 'store'>,
  storage: StorageRow,
  { grants, fieldsFollow = false }: { readonly grants: Grants; readonly fieldsFollow?: boolean | undefined },
): Promise<void> {
  const details = [
    ...grants.flatMap((grant, i) =>
      fieldFaults(storage, grant, `grants[${i}]`).filter(({ key }) => !(fieldsFollow && key === 'grantField')),
    ),
    ...(fieldsFollow ? [] : grants.flatMap((grant, i) => emptyFaults(grant, `grants[${i}]`))),
    ...(await serverFaults(services, storage, grants)),
    ...walkFaults(grants),
    ...(await userFaults(services, storage, grants)),
    ...(await keyFaults(services, storage, grants)),
  ];
  const [first] = details;
  if (first) throw new ApiError('invalid-argument', first.message, { details, text: first });
}

function fieldFaults(storage: StorageRow, { who, if: before, after, fields = {} }: Grant, at: string): FieldProblem[] {
  const { hidden = [], readOnly = [], writeOnce = [], server = {} } = fields;
  const owner = typeof who === 'object' && 'owner' in who ? who.owner : undefined;
  const team = typeof who === 'object' && 'team' in who ? who.team : undefined;
  const named = (list: readonly string[], place: string) =>
    list.flatMap((name, i) => (isField(storage, name) ? [] : [grantProblem(`${at}.fields.${place}[${i}]`, 'grantField', { field: name })]));
  return [
    ...(owner === undefined || owner === 'id' || isField(storage, owner)
      ? []
      : [grantProblem(`${at}.who.owner`, 'grantField', { field: owner })]),
    ...(team === undefined || (team !== 'id' && !times.includes(team) && isField(storage, team))
      ? []
      : [grantProblem(`${at}.who.team`, 'grantField', { field: team })]),
    ...(owner === 'id' && !isUserStorage(storage) ? [grantProblem(`${at}.who.owner`, 'grantOwnId')] : []),
    ...conditionFaults(storage, before ?? [], `${at}.if`),
    ...conditionFaults(storage, after ?? [], `${at}.after`),
    ...named(hidden, 'hidden'),
    ...named(readOnly, 'readOnly'),
    ...named(writeOnce, 'writeOnce'),
    ...Object.keys(server).flatMap((name) =>
      isField(storage, name) ? [] : [grantProblem(`${at}.fields.server.${name}`, 'grantField', { field: name })],
    ),
  ];
}

/** Nobody who writes a condition without terms means every record. Only of `after` it is an answer: whatever a write leaves. */
function emptyFaults({ if: before = [], after = [] }: Grant, at: string): FieldProblem[] {
  const empty = (sets: GrantCondition, place: string) =>
    sets.flatMap(({ length }, i) => (length > 0 ? [] : [grantProblem(sets.length > 1 ? `${place}[${i}]` : place, 'grantEmpty')]));
  return [...empty(before, `${at}.if`), ...(after.length > 1 ? empty(after, `${at}.after`) : [])];
}

function conditionFaults(storage: StorageRow, sets: GrantCondition, at: string): FieldProblem[] {
  return sets.flatMap((terms, i) =>
    terms.flatMap((term, j) => {
      const { field } = term;
      const place = `${at}[${i}][${j}]`;
      if (!isField(storage, field)) return [grantProblem(`${place}.field`, 'grantField', { field })];
      return isReadable(storage, term)
        ? []
        : [grantProblem(`${place}.value`, 'grantValue', { field, type: typeOf(storage, field)?.type ?? 'json' })];
    }),
  );
}

/** A value that the field refuses would refuse each write, of people who have not sent it. */
async function serverFaults(services: Pick<Services, 'store'>, storage: StorageRow, grants: Grants): Promise<FieldProblem[]> {
  const declared = (await rulesOf(services, storage))?.fields;
  return grants.flatMap(({ fields }, i) =>
    Object.entries(fields?.server ?? {}).flatMap(([name, given]) => {
      const field = declared?.get(name);
      const value = field && valueSetBy(given, { user: undefined, now: 0 }, valueType(field));
      if (!field || value === undefined || 'value' in fromJson(value, field)) return [];
      return [grantProblem(`grants[${i}].fields.server.${name}`, 'grantServer', { field: name })];
    }),
  );
}

/** The user's id is known in every storage, whether a record has it already or not. */
function isField({ data }: StorageRow, path: string): boolean {
  if (path === 'id' || path === 'userId' || times.includes(path)) return true;
  return catalogueOf(data).fields.some((field) => field.path === path || field.path.startsWith(`${path}.`));
}

function walkFaults(grants: Grants): FieldProblem[] {
  const walks = grants.filter(({ verbs }) => verbs.includes('list')).reduce((sum, { if: sets }) => sum + (sets?.length ?? 1), 0);
  return walks <= limits.grantWalks ? [] : [grantProblem('grants', 'grantWalks', { max: limits.grantWalks })];
}

/** Rights that follow from what users can write themselves are no rights. */
async function userFaults({ store }: Pick<Services, 'store'>, storage: StorageRow, grants: Grants): Promise<FieldProblem[]> {
  const asked = grants.flatMap((grant, i) => userFieldsOf(grant).map((field) => ({ field, at: `grants[${i}]` })));
  if (asked.length === 0) return [];
  const id = await storageIdOfKey(store, storage.data.projectId, 'users');
  const users = id === null ? null : await store.storages.get(id);
  if (!users) return asked.map(({ at }) => grantProblem(at, 'grantNoUsers'));
  const closed = closedFieldsOf(users);
  const hasTeams = signInOf(users.data).teams;
  return asked.flatMap(({ field, at }) => {
    if (field === theirTeams) return hasTeams ? [] : [grantProblem(at, 'grantTeamsOff')];
    return isAlwaysClosed(closed, field) || (field === 'teams' && hasTeams) ? [] : [grantProblem(at, 'grantUserField', { field })];
  });
}

const theirTeams = '.teams';

function userFieldsOf({ who, if: before = [], after = [], fields }: Grant): string[] {
  const values = [...[...before, ...after].flat().flatMap(({ value }) => value), ...Object.values(fields?.server ?? {})];
  const asked = values.flatMap((value) => askedOf(value as string) ?? []);
  const named = asked.flatMap((one) => (one.kind === 'user' && one.field !== 'id' ? [one.field] : []));
  if (typeof who !== 'object') return named;
  // No field of that name: its dot cannot be in one.
  if ('team' in who) return [theirTeams, ...named];
  return 'role' in who ? ['role', ...named] : named;
}

async function keyFaults({ store }: Pick<Services, 'store'>, { data }: StorageRow, grants: Grants): Promise<FieldProblem[]> {
  const named = grants.flatMap(({ who }, i) =>
    typeof who === 'object' && 'key' in who && who.key !== '*' ? [{ key: who.key, at: `grants[${i}].who.key` }] : [],
  );
  const rows = await store.apiKeys.getAll(named.map(({ key }) => key));
  return named.flatMap(({ key, at }, i) => {
    const found = rows[i]?.data;
    const isTheirs = found?.kind === 'scoped' && found.tenantId === data.tenantId && found.projectId === data.projectId;
    return isTheirs ? [] : [grantProblem(at, 'grantKey', { key })];
  });
}
