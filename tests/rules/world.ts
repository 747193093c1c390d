import type { RulesTestContext } from '@firebase/rules-unit-testing';
import { doc, type Firestore, Timestamp, writeBatch } from 'firebase/firestore';
import type { Person } from './people.ts';

const now = Timestamp.now();

/** Of the types that its fields have. */
const typed = { typesSince: 7 };
const labelled = { ...typed, access: { version: 1, liveKeys: false, labels: { recipes: [], meaning: 'm', isReady: true, since: 5 } } };
const eva = { data: { username: 'eva', area: 'north' }, teams: { t1: 'member' }, idx: {}, createdAt: now };

/** Every document that the persons try, by path. */
const documents: Record<string, Record<string, unknown>> = {
  'tenants/acme': { ownerUid: 'admin', active: true },
  'tenants/rival': { ownerUid: 'other-admin', active: true },
  'tenants/gone': { ownerUid: 'gone', active: false },
  'usage/acme_202601': { tenantId: 'acme', month: '202601', used: 1 },
  'usage/rival_202601': { tenantId: 'rival', month: '202601', used: 1 },
  'projects/shop': { tenantId: 'acme', name: 'Shop', archivedAt: null },
  'projects/blog': { tenantId: 'acme', name: 'Blog', archivedAt: null },
  'projects/store': { tenantId: 'rival', name: 'Store', archivedAt: null },
  // Must not belong to people without a tenant.
  'projects/stray': { tenantId: null, name: 'Stray', archivedAt: null },
  'storages/stray': { ...storage('', '', false), tenantId: null, projectId: null },
  'storages/products': { ...storage('acme', 'shop', false), ...typed, endUserAccess: { read: 'own', write: 'none' } },
  'storages/old-products': { ...storage('acme', 'shop', true), endUserAccess: { read: 'all', write: 'none' }, ...labelled },
  'storages/posts': { ...storage('acme', 'blog', false), endUserAccess: { read: 'all', write: 'none' } },
  'storages/wares': { ...storage('rival', 'store', false), endUserAccess: { read: 'none', write: 'all' } },
  'storages/crews': { ...storage('club', 'club', false), endUserAccess: { read: 'none', write: 'none' }, ...labelled },
  'storages/members': { ...storage('club', 'club', false), signIn: { teams: true } },
  'storages/members/records/eva': eva,
  'storages/loners': storage('club', 'club', false),
  'storages/loners/records/eva': eva,
  'storages/members/records/pat': {
    data: { username: 'pat' },
    idx: {},
    passwordMark: 'now',
    endedSessions: { closed: now },
    createdAt: now,
  },
  'storages/ruled': { ...storage('club', 'club', false), access: { version: 1, liveKeys: false } },
  'storages/old-members': storage('club', 'club', true),
  'storages/old-members/records/ann': { data: { username: 'ann' }, idx: {}, createdAt: now },
  'storages/members/records/ann': { data: { username: 'ann' }, idx: {}, createdAt: now },
  'storages/members/records/zoe': { data: { username: 'zoe' }, idx: {}, createdAt: now },
  'apiKeys/pair': { tenantId: 'acme', kind: 'account', active: true },
  'apiKeys/replaced': { tenantId: 'acme', kind: 'account', active: true, expiresAt: later(3_600_000) },
  'apiKeys/rivals': { tenantId: 'rival', kind: 'account', active: true, expiresAt: null },
  'apiKeys/named': namedKey(),
  'apiKeys/everywhere': namedKey({ storages: ['*'], verbs: ['create', 'read'], expiresAt: later(3_600_000) }),
  'apiKeys/members-page': namedKey({ storages: ['crews', 'old-products'] }),
  'apiKeys/off': namedKey({ active: false }),
  'apiKeys/expired': namedKey({ expiresAt: later(-1000) }),
  'apiKeys/writer': namedKey({ verbs: ['create', 'update', 'delete', 'authenticate'] }),
  'apiKeys/elsewhere': namedKey({ storages: ['old-products', 'posts'] }),
  ...below('storages/products'),
  ...below('storages/old-products'),
  ...below('storages/posts'),
  ...below('storages/wares'),
  ...below('storages/ruled'),
  ...below('storages/crews'),
  'activity/in-shop': { tenantId: 'acme', projectId: 'shop', createdAt: now },
  'activity/in-blog': { tenantId: 'acme', projectId: 'blog', createdAt: now },
  'activity/of-account': { tenantId: 'acme', projectId: null, createdAt: now },
  'activity/in-store': { tenantId: 'rival', projectId: 'store', createdAt: now },
};

/** Collections of the server alone. */
export const serverCollections = [
  'apiKeys',
  'usage',
  'endpoints',
  'hooks',
  'deliveries',
  'keyUse',
  'usageParts',
  'requestChunks',
  'callSums',
  'backups',
  'backupRounds',
  'trashRounds',
  'capUse',
  'fileUsage',
  'boughtCredits',
  'recordCounts',
  'fileChanges',
  'uploads',
  'sessions',
  'authTokens',
  'challenges',
  'credentials',
  'mail',
  'idempotency',
  'unique',
  'products',
  'subscriptions',
  'discounts',
  'usedDiscounts',
  'stripeEvents',
  'creditLedger',
  'feedback',
  'contacts',
  'pageVisits',
  'analytics',
  'audit',
  'officeTotals',
  'billing',
  'billingOps',
  'attempts',
  'systemLogs',
  'health',
  'settings',
  'anything-new',
];

/** @returns the documents above, one per server collection, each person's own document and session, by path */
export function worldOf(people: readonly Person[]): Record<string, Record<string, unknown>> {
  const known = people.filter((person) => person.token);
  return {
    ...documents,
    ...Object.fromEntries(serverCollections.map((name) => [`${name}/acme`, { tenantId: 'acme' }])),
    ...Object.fromEntries(known.map(({ uid }) => [`users/${uid}`, { tenantId: 'acme', role: 'admin' }])),
    ...Object.fromEntries(known.flatMap((person) => (person.session ? [[`sessions/${person.token?.sid}`, sessionOf(person)]] : []))),
  };
}

/** @returns the paths that each person tries, sessions of persons left out */
export function triedPaths(people: readonly Person[]): string[] {
  return Object.keys(worldOf(people)).filter((path) => !path.startsWith('sessions/') || path === 'sessions/acme');
}

/** Writes the whole world. */
export async function fillWorld(context: RulesTestContext, people: readonly Person[]): Promise<void> {
  const db = context.firestore() as unknown as Firestore; // the compat type; the modular functions take it
  const batch = writeBatch(db);
  for (const [path, data] of Object.entries(worldOf(people))) batch.set(doc(db, path), data);
  await batch.commit();
}

function sessionOf({ uid, session = {} }: Person) {
  return {
    uid: session.uid ?? uid,
    revokedAt: session.revoked ? now : null,
    expiresAt: later(session.expired ? -1000 : 3_600_000),
  };
}

function namedKey(change: Record<string, unknown> = {}) {
  const fields = { active: true, storages: ['posts', 'products'], verbs: ['read'], origins: [], expiresAt: null };
  return { tenantId: 'acme', projectId: 'shop', kind: 'scoped', ...fields, ...change };
}

function later(millis: number): Timestamp {
  return Timestamp.fromMillis(Date.now() + millis);
}

function storage(tenantId: string, projectId: string, archived: boolean) {
  return { tenantId, projectId, archived, storageName: 'Storage', storageKey: 'storages', createdAt: now };
}

function below(path: string) {
  return {
    [`${path}/records/one`]: { data: { title: 'One' }, idx: {}, createdAt: now },
    [`${path}/records/anns`]: { data: { userId: 'ann' }, idx: {}, owner: 'ann', createdAt: now },
    [`${path}/records/nobodys`]: { data: { userId: null }, idx: {}, owner: null, createdAt: now },
    [`${path}/records/reds`]: { data: { title: 'Red' }, idx: {}, labels: ['pink', 'red'], createdAt: now },
    [`${path}/deleted/reds-old`]: { kind: 'trash', labels: ['red'], deletedAt: now },
    [`${path}/departed/reds-once`]: { labels: ['red'], id: 'left', leftAt: now },
    [`${path}/deleted/two`]: { kind: 'trash', deletedAt: now },
    [`${path}/deleted/anns-old`]: { kind: 'trash', owner: 'ann', deletedAt: now },
    [`${path}/departed/anns-once`]: { owner: 'ann', id: 'given-away', leftAt: now },
    [`${path}/private/one`]: { password: 'hash' },
    [`${path}/schemas/1`]: { schema: '{"fields":{}}', uniqueIds: [], createdAt: now },
    [`${path}/teams/1`]: { name: 'Crew', members: {}, createdAt: now },
    [`${path}/grants/1`]: { grants: '[]', createdAt: now },
    [`${path}/views/all`]: { views: [] },
  };
}
