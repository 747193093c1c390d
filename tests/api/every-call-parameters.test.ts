import { echoedFields, type Role } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccountContent, contentOf } from '../support/account-content.ts';
import { call } from '../support/call.ts';
import { accountVersions } from '../support/content-versions.ts';
import { type Guarded, guarded, type Ids, nameOf, placesOf } from '../support/guarded-calls.ts';
import { type Listener, startListener } from '../support/listener.ts';
import { type Admin, aMember, anAdmin, aStorage, logIn, type Person } from '../support/personas.ts';
import { database } from '../support/target.ts';

/** Ids and rights of another account in every parameter of every call of the console's API, whatever its name. */
let victim: Admin;
let intruder: Admin;
let theirs: AccountContent;
let own: AccountContent;
let listener: Listener;
const members: Person[] = [];

beforeAll(async () => {
  [victim, intruder, listener] = await Promise.all([anAdmin('Vera Victim'), anAdmin('Ines Intruder'), startListener()]);
  [theirs, own] = await Promise.all([contentOf(victim, listener, 'Vera'), contentOf(intruder, listener)]);
  await aStorage(victim, theirs.ids.project, 'veras-secrets');
  for (const role of ['manager', 'developer', 'user'] as const) members.push(await aMember(intruder, role, own.ids.project));
});
afterAll(() => listener?.close());

/** Values by which a person of the other account would recognise their data in an answer. */
const secrets = () => [
  victim.email,
  victim.name,
  victim.apiKey,
  victim.secretKey,
  theirs.developer.email,
  'Vera shop',
  'Vera page',
  'veras-secrets',
];

const asAdmin = guarded.filter(({ opens }) => opens.includes('admin'));
const mixed = asAdmin.flatMap((route) =>
  placesOf(route).map((place) => [`${nameOf(route)} with a foreign ${place}`, route, place] as const),
);

// Covers S1-6-17, S2-6-18
test.each(mixed)('%s is refused, and nothing changes', async (_, route, place) => {
  const before = await Promise.all([accountVersions(victim.tenantId), accountVersions(intruder.tenantId)]);
  const answer = await send(route, intruder.token, { ...own.ids, [place]: theirs.ids[place] });
  // Storages of a key are part of its form: a foreign one is told like an unknown one, at its field.
  expect([400, 404]).toContain(answer.status);
  expect(await Promise.all([accountVersions(victim.tenantId), accountVersions(intruder.tenantId)])).toEqual(before);
});

/** Parameters that a careless program would believe. */
const claims = () => ({
  id: victim.id,
  uid: victim.id,
  userId: victim.id,
  user: victim.id,
  adminId: victim.id,
  ownerUid: victim.id,
  tenantId: victim.tenantId,
  tenant: victim.tenantId,
  projectId: theirs.ids.project,
  project: theirs.ids.project,
  project_id: theirs.ids.project,
  storageId: theirs.ids.storage,
  dataStorageId: theirs.ids.storage,
  storages: [theirs.ids.storage],
  endpointId: theirs.ids.endpoint,
  keyId: theirs.ids.key,
  sid: theirs.ids.session,
  role: 'superadmin',
  superadmin: true,
  is_superadmin: true,
  isAdmin: true,
  is_active: true,
  verifiedAt: '2026-01-01T00:00:00.000Z',
  claims: { role: 'superadmin', tenantId: victim.tenantId },
  customClaims: { role: 'superadmin' },
  plan: { tier: 'enterprise', usageLimit: 1e9 },
  constructor: { prototype: { role: 'superadmin' } },
});

test.each([['admin'], ['manager'], ['developer'], ['user']] as const)(
  // Covers S0-6-11, S2-6-18
  'foreign ids and more rights beside the parameters of every call of a %s reach no other account and raise nobody',
  async (role) => {
    const person = role === 'admin' ? intruder : members.find((member) => member.role === role);
    if (!person) throw new Error(`No ${role}.`);
    const before = { victim: await accountVersions(victim.tenantId), people: await people() };
    const failures: string[] = [];
    let { token } = person;
    for (const route of inOrder(role)) {
      const claim = async () => {
        const answer = await send(route, token, own.ids, claims());
        // Names that a call does not know are refused, and it does nothing: the same claims once more, in its body alone.
        return refusesParameters(answer) ? send(route, token, own.ids, claims(), 'in the body alone') : answer;
      };
      let answer = await claim();
      if (answer.status === 401) {
        ({ token } = await logIn(person.email, person.name)); // the call before has ended the session
        answer = await claim();
      }
      const told = secrets().filter((secret) => answer.text.includes(secret));
      if (told.length > 0 || answer.status >= 500 || answer.status === 401)
        failures.push(`${nameOf(route)} ${answer.status} ${told.join()} ${answer.text.slice(0, 200)}`);
    }
    expect(failures).toEqual([]);
    expect({ victim: await accountVersions(victim.tenantId), people: await people() }).toEqual({
      ...before,
      people: before.people.map((one) => (role === 'admin' && one.id === own.ids.person ? raised(one) : one)),
    });
  },
  300_000,
);

function refusesParameters({ status, text }: { status: number; text: string }): boolean {
  return status === 400 && text.includes('is not a parameter of this call');
}

/** Calls that a role may make; what ends or removes something comes last. */
function inOrder(role: Role): Guarded[] {
  const last = (route: Guarded) => Number(route.method === 'DELETE' || /archived|logout/.test(route.path(own.ids)));
  return guarded.filter(({ opens }) => opens.includes(role)).sort((a, b) => last(a) - last(b));
}

/** An admin may make their developer an admin: the call itself asks for that, inside one account. */
function raised(one: Awaited<ReturnType<typeof people>>[number]) {
  return { ...one, role: 'admin', projectId: null };
}

/** The rights of everyone in the intruder's account. */
async function people() {
  const { docs } = await database().collection('users').where('tenantId', '==', intruder.tenantId).get();
  return docs.map((doc) => {
    const { role, tenantId, projectId, is_active } = doc.data();
    return { id: doc.id, role, tenantId, projectId, is_active };
  });
}

/** @param more joins the query where the call does not have such a parameter itself, and the body, which refuses names that no answer has */
function send(route: Guarded, token: string, at: Ids, more: object = {}, where?: 'in the body alone') {
  const { method, body } = route;
  const [path = '', query = ''] = `/app${route.path(at)}`.split('?');
  const given = new URLSearchParams(query);
  for (const [name, value] of Object.entries(where ? {} : more)) if (typeof value === 'string' && !given.has(name)) given.set(name, value);
  const itself = typeof body === 'function' ? body(at) : body;
  const search = given.size > 0 ? `?${given}` : '';
  const taken = Object.fromEntries(Object.entries(more).filter(([name]) => echoedFields.includes(name)));
  return call({ method, path: path + search, token, ...(method === 'GET' ? {} : { body: { ...taken, ...itself } }) });
}
