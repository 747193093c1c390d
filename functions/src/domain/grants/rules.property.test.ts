import {
  AccessTryAs,
  type DataRecord,
  type FieldCatalogueEntry,
  type Grant,
  type GrantTerm,
  type GrantCaller,
  Grants,
  type Json,
  type JudgedRecord,
  type Judging,
  mayRead,
  mayWrite,
  StorageSchema,
  systemFields,
  type ValueType,
} from '@bedplate/contract';
import { Timestamp } from '@google-cloud/firestore';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { breakTiesWith, naiveList } from '../../../test/naive-list.ts';
import { apiKeyId, makeKeyPair } from '../../crypto/key-pair.ts';
import type { Services } from '../../services/services.ts';
import { compareSortValues } from '../records/index/index-value.ts';
import { markedText } from '../records/index/plain-value.ts';
import { parseListQuery } from '../records/query/parse-query.ts';
import { armingMillis } from '../../services/schema-lease.ts';
import { jobKinds } from '../records/job-kinds/job-kinds.ts';
import { runJobs } from '../records/jobs/run-jobs.ts';
import { saveSchema } from '../records/schema/save-schema.ts';
import { createRecords } from '../records/write/create-records.ts';
import { saveAccess, tryAccessAs } from './save-access.ts';
import { numbers } from '../../../test/numbers.ts';

const worlds = Number(process.env.BEDPLATE_RULE_WORLDS ?? 5);
const seed = Number(process.env.BEDPLATE_SEED ?? 11);
const random = numbers(seed);
const types: Readonly<Record<string, ValueType>> = { price: { type: 'number' }, at: { type: 'dateTime' } };
const names = ['state', 'team', 'price', 'published', 'tags', 'at', 'secret', 'userId'];
const password = 'a-good-password-1';

interface Person {
  readonly name: string;
  readonly caller: GrantCaller;
  readonly request: { bearer?: string; headers?: Record<string, string> };
}

let api: ApiServer;
let people: Person[];
let cases = 0;
const byLabels = { users: 0, keys: 0 };
const trials = { passed: 0, refused: 0 };
const differences: unknown[] = [];

beforeAll(async () => {
  breakTiesWith((a, b) => compareSortValues(markedText(a), markedText(b)));
  // A token is signed by Firebase; what it opens is decided here.
  const auth = { createUser: async () => ({}), createCustomToken: async () => 'token' };
  api = await startApi({ auth: auth as unknown as Services['auth'] });
  const users = await api.storage('users', {
    endUserAccess: { read: 'none', write: 'none', readOnly: ['role', 'team', 'groups'] },
    signIn: { teams: true },
  });
  const person = async (name: string, fields: Record<string, Json>, teams: Record<string, string> = {}): Promise<Person> => {
    const made = await api.call(users.path, { body: { username: name, password, email: `${name}@example.test`, ...fields } });
    await databaseOf(api.services.store).doc(`storages/${users.id}/records/${made.body.data.id}`).set({ teams }, { merge: true });
    const { accessToken } = (await api.call(`${users.path}/authenticate`, { body: { username: name, password } })).body;
    return { name, caller: { userId: made.body.data.id, fields, teams }, request: { bearer: accessToken as string } };
  };
  people = [
    await person('ann', { role: 'editor', team: 't1' }),
    await person('bob', {}, { t3: 'member' }),
    await person('cyn', { groups: ['t1', 't2'], team: 't2' }, { t1: 'owner', t2: 'editor' }),
    await key('page'),
    await key('other'),
  ];
});
afterAll(() => api.stop());

async function key(name: string): Promise<Person> {
  const { apiKey } = makeKeyPair(api.services.config.tokenPepper);
  const now = Timestamp.now();
  const verbs = ['read', 'create', 'update', 'delete'];
  const named = { kind: 'scoped', name, storages: ['*'], verbs, origins: [], expiresAt: null, active: true };
  await databaseOf(api.services.store)
    .doc(`apiKeys/${apiKeyId(apiKey)}`)
    .set({ ...named, tenantId: 't1', projectId: 'p1', createdAt: now, updatedAt: now });
  return { name, caller: { keyId: apiKeyId(apiKey) }, request: { headers: { 'x-api-key': apiKey, 'x-secret-key': '' } } };
}

test(`what ${worlds} worlds of rules, users and records answer at every door is what the plain model says`, {
  timeout: Math.max(120_000, worlds * 20_000),
}, async () => {
  for (let world = 0; world < worlds && differences.length === 0; world += 1) await tryWorld(world);
  expect({ cases, differences }).toEqual({ cases, differences: [] });
  expect(cases).toBeGreaterThan(80 * worlds);
  expect(Math.min(byLabels.users, byLabels.keys)).toBeGreaterThan(0);
  expect(Math.min(trials.passed, trials.refused)).toBeGreaterThan(4 * worlds);
});

async function tryWorld(world: number): Promise<void> {
  const posts = await api.storage(`posts${world}`, { fields: declared() });
  const comments = await api.storage(`comments${world}`, { endUserAccess: { read: 'all', write: 'none' } });
  const place = { projectId: 'p1', storageId: posts.id };
  const created = async (length: number) =>
    createRecords(api.services.records, await posts.read(), { inputs: Array.from({ length }, someRecord), actor: 'a' });
  const records = await created(30);
  const schema = StorageSchema.parse({ fields: { post: { type: 'reference', storage: posts.id } } });
  await saveSchema(api.services, {
    caller: admin,
    path: { ...place, storageId: comments.id },
    change: { version: 0, schema, state: 'learn' },
  });
  const referred = records.filter((_, i) => i % 8 === 0);
  await createRecords(api.services.records, await comments.read(), { inputs: referred.map(({ id }) => ({ post: id })), actor: 'a' });
  const isEqual = random() < 0.4;
  const grants = Grants.parse(Array.from({ length: 1 + Math.floor(random() * 4) }, () => (isEqual ? anEqualGrant() : someGrant())));
  await saveAccess(api.services, admin, { path: place, change: { version: 0, grants } });
  const later = Date.now() + armingMillis + 1000;
  await runJobs({ ...api.services.records, now: () => later }, jobKinds, later + 1);
  // Some come, and some change, under the rules.
  records.unshift(...(await created(10)));
  for (let i = 12; i < 18; i += 1) {
    const { id } = records[i] as DataRecord;
    records[i] = (await api.call(`${posts.path}/dataId/${id}`, { method: 'PATCH', body: someRecord(null, i) })).body.data as DataRecord;
  }
  for (const person of people) {
    const judging: Judging = { grants, caller: person.caller, now: Date.now(), typeOf: (path) => types[path] };
    await tryDoors({ person, judging, records, referred, path: posts.path, comments: comments.path, world });
  }
}

interface Trial {
  readonly person: Person;
  readonly judging: Judging;
  readonly records: readonly DataRecord[];
  readonly referred: readonly DataRecord[];
  readonly path: string;
  readonly comments: string;
  readonly world: number;
}

async function tryDoors(trial: Trial): Promise<void> {
  const { person, judging, records, path } = trial;
  const call = (rest: string, more: Parameters<ApiServer['call']>[1] = {}) => api.call(`${path}${rest}`, { ...person.request, ...more });
  const agree: Agree = (door, got, wanted) => {
    cases += 1;
    const place = { door, seed, world: trial.world, who: person.name, grants: judging.grants };
    const [found, said] = [got, wanted].map((value) => JSON.stringify(value, sortedMembers));
    if (found !== said) differences.push({ ...place, got, wanted });
  };
  const shown = (record: DataRecord, verb: 'list' | 'read') => {
    const hidden = mayRead(judging, record, verb);
    return hidden && Object.fromEntries(Object.entries(record).filter(([name]) => !hidden.has(name)));
  };
  // First, so that the doors below would notice if a trial had written something.
  for (let i = 0; i < 3; i += 1) await tryTrial(trial, agree);
  const visible = records.filter((record) => mayRead(judging, record, 'list'));
  const unknown = unknownTo(judging);
  const asked = (text: string) =>
    naiveList(
      visible.map(({ id, createdAt, updatedAt, ...fields }) => ({ id, createdAt, updatedAt, micros: 0, fields: without(fields, unknown) })),
      parseListQuery(text),
      { meanings: types },
    ).map(({ id }) => id);

  for (let i = 0; i < 5; i += 1) {
    const text = someQuery();
    const wanted = listing(judging) ? asked(text) : 403;
    const pages = await walk(call, text);
    agree(`list ${text}`, pages.ids ?? pages.status, wanted);
    const told = pages.records.map((record) => shown(records.find(({ id }) => id === record.id) as DataRecord, 'list'));
    if (pages.ids) agree(`fields ${text}`, pages.records, told);
    const count = await call(`/count?${text.replace(/&?(sortBy|sortOrder|limit)=[\w,-]+/g, '')}`);
    agree(`count ${text}`, count.body.data?.count ?? count.status, Array.isArray(wanted) ? wanted.length : 403);
  }
  for (let i = 0; i < 4; i += 1) {
    const record = pick(records);
    const one = await call(`/dataId/${record.id}`);
    const wanted = shown(record, 'read');
    agree(`read ${record.id}`, one.body.data ?? one.status, reading(judging) ? (wanted ?? 404) : 403);
  }
  const sum = await call('/aggregate?op=count,sum:price,max:secret');
  const prices = visible.flatMap(({ price }) => (unknown.has('price') || typeof price !== 'number' ? [] : [price]));
  const secrets = visible.flatMap(({ secret }) => (unknown.has('secret') || typeof secret !== 'string' ? [] : [secret])).sort();
  const totals = {
    count: visible.length,
    sum: { price: prices.reduce((all, one) => all + one, 0) },
    max: { secret: secrets.at(-1) ?? null },
  };
  agree('aggregate', sum.body.data ?? sum.status, listing(judging) ? totals : 403);
  const groups = await call('/aggregate?groupBy=secret');
  const groupCount = new Map<string | null, number>();
  for (const { secret } of visible) {
    const group = unknown.has('secret') || typeof secret !== 'string' ? null : secret;
    groupCount.set(group, (groupCount.get(group) ?? 0) + 1);
  }
  const byGroup = (a: { group: string | null }, b: { group: string | null }) => ((a.group ?? '~') < (b.group ?? '~') ? -1 : 1);
  const wantedGroups = [...groupCount].map(([group, count]) => ({ group, count })).sort(byGroup);
  agree('groups', groups.body.data ?? groups.status, listing(judging) ? wantedGroups : 403);
  const file = await call('/export?format=ndjson');
  const lines =
    file.status === 200
      ? file.text
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as DataRecord)
      : file.status;
  agree('export', lines, listing(judging) ? newestFirst(visible).map((record) => shown(record, 'list')) : 403);
  const expanded = await api.call(`${trial.comments}?expand=post&limit=50`, person.request);
  const targets = new Map<string, unknown>(expanded.body.data?.map?.((one: { post: string; expand: unknown }) => [one.post, one.expand]));
  for (const { id } of reading(judging) && listing(judging) ? trial.referred : []) {
    const record = records.find((one) => one.id === id) as DataRecord;
    agree(`expand ${id}`, withoutReason(targets.get(id)), { post: shown(record, 'read') ?? { id, unavailable: true } });
  }
  await tryLive(trial, agree);
  await tryWrites(trial, call, agree);
}

/** A listener gets all records, those whose `userId` is the user's, or those with one of the user's labels: just what a list and a read show. */
async function tryLive({ person, judging, records, path, world }: Trial, agree: Agree): Promise<void> {
  const token = await api.call('/api/livesync/token', { ...person.request, body: { storageKeys: [`posts${world}`] } });
  const whole = (record: DataRecord) => (['list', 'read'] as const).every((verb) => mayRead(judging, record, verb)?.size === 0);
  const [opened] = (token.body.storages ?? []) as { owner?: string; labels?: string[]; storageId: string }[];
  if (token.text.includes('follows at most')) return; // a user of many labels reads lists
  if (!opened) return agree(`live ${path}`, [token.status, isDecidedLive(judging) && listing(judging)], [403, false]);
  const { owner, labels, storageId } = opened;
  if (labels) byLabels['keyId' in judging.caller ? 'keys' : 'users'] += 1;
  const labelled = labels && (await databaseOf(api.services.store).collection(`storages/${storageId}/records`).get());
  const of = new Map(labelled?.docs.map((row) => [row.id, row.get('labels') as string[]]));
  const heard = records.filter(
    ({ id, userId }) => (owner === undefined || userId === owner) && (!labels || labels.some((label) => of.get(id)?.includes(label))),
  );
  agree(`live ${path}`, idsOf(heard), idsOf(records.filter(whole)));
}

const idsOf = (records: readonly DataRecord[]) => records.map(({ id }) => id).sort();

/** Rules that a listener needs no look at a record for, or that ask for nothing but equal values. */
function isDecidedLive({ grants, caller }: Judging): boolean {
  const isWhole = ({ verbs, fields }: Grant) => verbs.includes('list') && verbs.includes('read') && (fields?.hidden ?? []).length === 0;
  const all = (who: Grant['who']) =>
    'keyId' in caller ? who === 'anyone' || (isKey(who) && who.key === '*') : who === 'anyone' || who === 'signedIn';
  if (grants.some((grant) => all(grant.who) && isWhole(grant) && !grant.if)) return true;
  const reads = grants.filter(({ verbs }) => verbs.includes('list') || verbs.includes('read'));
  const theirs = 'keyId' in caller ? reads.filter(({ who }) => who === 'anyone' || isKey(who)) : reads.filter(({ who }) => !isKey(who));
  const sets = theirs.map((grant) => (grant.if ?? [[]]).filter((terms) => !('keyId' in caller && terms.some(asksForUser))));
  const met = theirs.filter((_, i) => sets[i]?.length);
  return met.length > 0 && met.every(isWhole) && sets.flat(2).every(({ op, value }) => op === '=' && !String(value).startsWith('@now'));
}

const asksForUser = ({ value }: GrantTerm) => String(value).startsWith('@user.');

const isKey = (who: Grant['who']): who is { key: string } => typeof who === 'object' && 'key' in who;

/** Other rules than the saved ones, tried as the person with a save and a delete: the answer is what such calls would meet. */
async function tryTrial({ person, judging: { caller, ...saved }, records, path }: Trial, agree: Agree): Promise<void> {
  const input = Array.from({ length: 1 + Math.floor(random() * 3) }, aWritingGrant);
  const judging: Judging = { ...saved, caller, now: Date.now(), grants: Grants.parse(input) };
  const record = pick(records);
  const values = { ...someValues(), userId: someValue('userId') };
  const tried = await tryAccessAs(api.services, admin, {
    path: { projectId: 'p1', storageId: path.split('/').at(-1) ?? '' },
    trial: AccessTryAs.parse({
      as: 'userId' in caller ? { user: caller.userId } : { key: caller.keyId },
      grants: input,
      record: record.id,
      values,
    }),
  });
  const door = `trial of ${JSON.stringify(values)} on ${record.id} by ${person.name} under ${JSON.stringify(judging.grants)}`;
  const hidden = mayRead(judging, record);
  agree(`${door}: listed`, tried.listed, records.filter((one) => mayRead(judging, one, 'list')).length);
  agree(`${door}: read`, tried.record, hidden && Object.fromEntries(Object.entries(record).filter(([name]) => !hidden.has(name))));
  const at = new Date(judging.now).toISOString();
  const made = { ...values, id: 'made', createdAt: at, updatedAt: at };
  const changed = { ...record, ...values, updatedAt: at };
  const wanted = {
    create: mayTry(judging, 'create', { before: null, after: made, names: Object.keys(values) }),
    update: mayTry(judging, 'update', { before: record, after: changed, names: Object.keys(values) }),
    delete: mayWrite(judging, 'delete', { before: record, after: null }),
  };
  for (const { verb, passes, left, refusal } of tried.decisions.filter(({ verb: one }) => one in wanted)) {
    agree(`${door}: ${verb}`, [passes, refusal?.length ?? 0], [wanted[verb as keyof typeof wanted], passes ? 0 : (refusal?.length ?? 0)]);
    if (!passes || verb === 'delete') continue;
    agree(`${door}: left by ${verb}`, left, without(verb === 'create' ? values : changed, new Set(systemFields)));
    trials.passed += 1;
  }
  trials.refused += tried.decisions.filter(({ passes }) => passes === false).length;
}

/** A write names fields: those that the person does not see of the record, or that close to whom it is out of reach, let no rule carry it. */
function mayTry(
  judging: Judging,
  verb: 'create' | 'update',
  { before, after, names: named }: { before: DataRecord | null; after: JudgedRecord; names: readonly string[] },
): boolean {
  const unseen = before && mayRead(judging, before);
  return judging.grants.some((grant) => {
    const { hidden = [], readOnly = [], writeOnce = [] } = grant.fields ?? {};
    const guarded = before && !unseen ? [...readOnly, ...writeOnce] : [];
    const isNamed = (name: string) => hidden.includes(name) || guarded.includes(name) || unseen?.has(name) === true;
    return !named.some(isNamed) && mayWrite({ ...judging, grants: [grant] }, verb, { before, after });
  });
}

function someValues(): Record<string, Json> {
  return Object.fromEntries(Array.from({ length: 1 + Math.floor(random() * 2) }, () => pick(names)).map((name) => [name, someValue(name)]));
}

function aWritingGrant(): unknown {
  const { fields = {}, ...grant } = someGrant() as { fields?: object };
  const closes = random() < 0.4 ? { [pick(['readOnly', 'writeOnce'])]: [pick(['price', 'state', 'published'])] } : {};
  const verbs = pick([
    ['list', 'read', 'update'],
    ['list', 'read', 'create', 'update', 'delete'],
    ['create', 'update', 'delete'],
    ['read', 'create', 'delete'],
  ]);
  const after = pick<object>([{}, {}, { after: [] }, { after: [someTerms()] }]);
  return { ...grant, verbs, ...after, fields: { ...fields, ...closes } };
}

type Agree = (door: string, got: unknown, wanted: unknown) => void;

/** Writes leave nothing behind that the next door would not know: one that is allowed sets what is there already. */
async function tryWrites(
  { judging, records, person }: Trial,
  call: (rest: string, more?: Parameters<ApiServer['call']>[1]) => ReturnType<ApiServer['call']>,
  agree: Agree,
): Promise<void> {
  for (let i = 0; i < 3; i += 1) {
    const record = pick(records);
    const state = typeof record.state === 'string' ? record.state : null;
    const sends = { state };
    const isSeen = mayRead(judging, record, 'read') !== null;
    const isHidden = mayRead(judging, record, 'read')?.has('state') ?? false;
    const may = mayWrite(judging, 'update', { before: record, after: { ...record, state: state as Json } });
    const isReached = mayWrite(judging, 'update', { before: record, after: null });
    const refused = isReached || isSeen ? 403 : 404;
    if (isHidden || state === null || judging.grants.some(({ fields }) => fields?.hidden?.includes('state') || fields?.readOnly)) continue;
    if (may) continue; // it would count as a change
    const answer = await call(`/dataId/${record.id}`, { method: 'PATCH', body: sends });
    agree(`write ${record.id} by ${person.name}`, answer.status, refused);
  }
}

async function walk(call: (rest: string) => ReturnType<ApiServer['call']>, text: string) {
  const found: DataRecord[] = [];
  let cursor: string | null = null;
  do {
    const { status, body } = await call(`?${text}${cursor === null ? '' : `&cursor=${cursor}`}`);
    if (status !== 200) return { status, ids: undefined, records: [] };
    found.push(...(body.data as DataRecord[]));
    cursor = (body.pagination as { nextCursor: string | null }).nextCursor;
  } while (cursor !== null && found.length <= 60);
  return { status: 200, ids: found.map(({ id }) => id), records: found };
}

function withoutReason(expanded: unknown): unknown {
  const { post } = (expanded ?? {}) as { post?: Record<string, Json> };
  const { reason: _, ...rest } = post ?? {};
  return { post: rest };
}

const rulesFor = ({ caller, grants }: Pick<Judging, 'caller' | 'grants'>): Grant[] =>
  grants.filter(({ who }) => {
    if (who === 'anyone') return true;
    if ('keyId' in caller) return isKey(who) && (who.key === '*' || who.key === caller.keyId);
    if (typeof who === 'object' && 'team' in who) return teamsOf(caller, who.roles).length > 0;
    return typeof who === 'string' || 'owner' in who || ('role' in who && caller.fields.role === who.role);
  });
const teamsOf = ({ teams = {} }: { readonly teams?: Readonly<Record<string, string>> }, roles?: readonly string[]) =>
  Object.values(teams).filter((role) => roles === undefined || roles.includes(role));
/** A list of who is in no team, or has no value for a condition, has nothing in it. */
const isAsked = ({ caller, grants }: Judging, verb: 'list' | 'read') =>
  grants.some(
    (grant) =>
      grant.verbs.includes(verb) &&
      (rulesFor({ caller, grants: [grant] }).length > 0 || ('userId' in caller && typeof grant.who === 'object' && 'team' in grant.who)),
  );
const listing = (judging: Judging) => isAsked(judging, 'list');
const reading = (judging: Judging) => isAsked(judging, 'read');

function unknownTo(judging: Judging): Set<string> {
  return new Set(rulesFor(judging).flatMap(({ verbs, fields }) => (verbs.includes('list') ? (fields?.hidden ?? []) : [])));
}

function without(fields: Record<string, Json | undefined>, hidden: ReadonlySet<string>): Record<string, Json> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !hidden.has(name))) as Record<string, Json>;
}

function sortedMembers(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function newestFirst(records: readonly DataRecord[]): DataRecord[] {
  return records.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function declared() {
  const entries = Object.entries(types).map(([name, of], i): [string, FieldCatalogueEntry<never>] => [
    `f${i}`,
    { path: [name], types: [], declared: of, firstSeen: Timestamp.fromMillis(1) as never },
  ]);
  return Object.fromEntries(entries) as never;
}

function someRecord(_: unknown, i: number): Record<string, Json> {
  const fields: Record<string, Json> = {};
  for (const name of names) if (i < 2 || random() < 0.8) fields[name] = someValue(name);
  return fields;
}

function someValue(name: string): Json {
  if (name === 'published') return random() < 0.5;
  if (name === 'price') return Math.floor(random() * 6);
  if (name === 'team') return pick(['t1', 't2', 't3']);
  if (name === 'tags') return [pick(['x', 'y', 'z']), pick(['x', 'y'])];
  if (name === 'at') return new Date(Date.now() - Math.floor(random() * 20) * 86_400_000 - 3_600_000).toISOString();
  if (name === 'secret') return pick(['alpha', 'beta', 'gamma']);
  if (name === 'userId') return pick(people.flatMap(({ caller }) => ('userId' in caller ? [caller.userId] : [])));
  return pick(['draft', 'live', 'alpine']);
}

function someGrant(): unknown {
  const who = pick<unknown>([
    'anyone',
    'signedIn',
    { owner: 'userId' },
    { owner: 'userId' },
    { role: 'editor' },
    { key: '*' },
    { team: 'team' },
    { team: 'team', roles: ['owner', 'editor'] },
    'signedIn',
    'anyone',
  ]);
  const verbs = pick([
    ['list', 'read'],
    ['list', 'read'],
    ['read'],
    ['list', 'read', 'update'],
    ['list', 'read', 'create', 'update', 'delete'],
  ]);
  const sets = random() < 0.3 ? undefined : Array.from({ length: 1 + Math.floor(random() * 2) }, someTerms);
  const hidden = random() < 0.5 ? [pick(['secret', 'price', 'state', 'tags'])] : [];
  return { who, verbs, ...(sets && { if: sets }), ...(hidden.length > 0 && { fields: { hidden } }) };
}

/** One that LiveSync decides by labels. */
function anEqualGrant(): unknown {
  const terms = () =>
    Array.from({ length: 1 + Math.floor(random() * 2) }, () =>
      pick<unknown>([
        { field: 'published', value: random() < 0.7 },
        { field: 'state', value: pick<unknown>(['draft', ['draft', 'alpine'], null]) },
        { field: 'price', value: Math.floor(random() * 6) },
        { field: 'team', value: pick(['@user.team', '@user.teams', '@user.groups']) },
        { field: 'tags', value: pick<unknown>(['x', ['x', 'z'], '@user.groups']) },
        { field: 'userId', value: '@user.id' },
      ]),
    );
  const teams = [{ team: 'team' }, { team: 'team', roles: ['owner'] }];
  const who = pick<unknown>(['signedIn', { owner: 'userId' }, { role: 'editor' }, ...teams, 'anyone', { key: '*' }, pageKey()]);
  return { who, verbs: ['list', 'read'], if: Array.from({ length: 1 + Math.floor(random() * 2) }, terms) };
}

function pageKey(): unknown {
  const page = people.find(({ name }) => name === 'page');
  return page && 'keyId' in page.caller && { key: page.caller.keyId };
}

function someTerms(): unknown[] {
  return Array.from({ length: 1 + Math.floor(random() * 2) }, () =>
    pick<unknown>([
      { field: 'published', value: random() < 0.7 },
      { field: 'state', op: pick(['=', '!=']), value: pick(['draft', 'live', null]) },
      { field: 'state', value: ['draft', 'alpine'] },
      { field: 'price', op: pick(['<', '>=', '=']), value: Math.floor(random() * 6) },
      { field: 'team', op: pick(['=', '=', '!=']), value: pick(['@user.team', '@user.teams', '@user.groups']) },
      { field: 'userId', value: '@user.id' },
      { field: 'tags', value: pick(['x', 'z']) },
      { field: 'at', op: pick(['<', '>']), value: '@now-7d' },
      { field: 'createdAt', op: '>', value: '@now-7d' },
      { field: 'state', op: '~', value: 'al' },
      { field: 'secret', value: 'alpha' },
    ]),
  );
}

function someQuery(): string {
  const filters = Array.from({ length: Math.floor(random() * 3) }, () =>
    pick([
      'published=true',
      'state=draft',
      'state!=live',
      'price>2',
      'price<=3',
      'secret=alpha',
      'secret=null',
      'secret!=beta',
      'secret~al',
      'tags=x',
      'team=t1|t2',
      'or=(secret=alpha,price>2)',
      'or=(state=draft,secret!=beta,tags=x)',
    ]),
  );
  const search = random() < 0.3 ? [`search=${pick(['alp', 'gamma', 'draft', 't1'])}`] : [];
  return [...filters, ...search, ...someOrder(), `limit=${pick([3, 10, 50])}`].join('&');
}

function someOrder(): string[] {
  if (random() < 0.4) return [];
  const [first, second] = [pick(['secret', 'price', 'state', 'at', 'team']), pick(['published', 'createdAt', 'id', 'tags'])];
  if (random() < 0.4) return [`sortBy=${pick(['', '-'])}${first},${pick(['', '-'])}${second}`];
  return [`sortBy=${pick([first, 'createdAt'])}`, `sortOrder=${pick(['asc', 'desc'])}`];
}

function pick<T>(from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T; // none of them is empty
}
