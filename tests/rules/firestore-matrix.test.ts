import { readFileSync } from 'node:fs';
import { startFirestore } from 'local-firestore';
import { initializeTestEnvironment, type RulesTestEnvironment, type TokenOptions } from '@firebase/rules-unit-testing';
import { type Firestore, getDocsFromServer, type Query, setLogLevel } from 'firebase/firestore';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, people } from './people.ts';
import { permittedTo } from './permitted.ts';
import { queries, queryIn } from './queries.ts';
import { fillWorld, triedPaths } from './world.ts';

let server: Awaited<ReturnType<typeof startFirestore>>;
let environment: RulesTestEnvironment;

beforeAll(async () => {
  setLogLevel('silent'); // the SDK logs each refusal
  server = await startFirestore({ port: 0 });
  environment = await initializeTestEnvironment({
    projectId: 'demo-rules',
    firestore: { host: '127.0.0.1', port: server.port, rules: readFileSync(new URL('../../firestore.rules', import.meta.url), 'utf8') },
  });
  await environment.withSecurityRulesDisabled((context) => fillWorld(context, people));
});

afterAll(async () => {
  await environment?.cleanup();
  await server?.stop();
});

const paths = triedPaths(people);
const missing = [
  'projects/none',
  'storages/none',
  'storages/products/records/none',
  'storages/none/records/none',
  'activity/none',
  'users/none',
];
const collections = [...new Set(paths.map((path) => path.slice(0, path.lastIndexOf('/'))))];

describe.each(people.map((person) => [person.name, person] as const))('%s', (_, person) => {
  const permitted = permittedTo(person);

  test('gets exactly the permitted documents', async () => {
    const allowed = await allowedOf(paths, (path) => askedBy(person, path));
    expect(allowed).toEqual([...permitted.get].sort());
  });

  test('learns about missing records only where present ones are readable', async () => {
    const allowed = await allowedOf(missing, (path) => askedBy(person, path));
    const readable = permitted.list.includes('storages/products/records') ? ['storages/products/records/none'] : [];
    const everyProject = person.name === 'superadmin' ? ['projects/none', 'storages/none'] : [];
    expect(allowed).toEqual([...everyProject, ...readable]);
  });

  test('lists exactly the permitted queries', async () => {
    const allowed = await allowedOf(Object.keys(queries), (name) => getDocsFromServer(queryOf(name, person)));
    expect(allowed).toEqual([...permitted.list].sort());
  });

  test('creates nothing', async () => {
    const fields = { tenantId: { stringValue: 'acme' }, projectId: { stringValue: 'shop' } };
    const create = (path: string) => askedBy(person, `${path}?documentId=new`, { method: 'POST', body: JSON.stringify({ fields }) });
    expect(await allowedOf(collections, create)).toEqual([]);
  });

  test('updates nothing', async () => {
    const body = JSON.stringify({ fields: { name: { stringValue: 'changed' } } });
    const mask = '?updateMask.fieldPaths=name&currentDocument.exists=true';
    expect(await allowedOf(paths, (path) => askedBy(person, path + mask, { method: 'PATCH', body }))).toEqual([]);
  });

  test('deletes nothing', async () => {
    expect(await allowedOf(paths, (path) => askedBy(person, path, { method: 'DELETE' }))).toEqual([]);
  });
});

test('every permitted document and query is one that is tried', () => {
  for (const person of people) {
    expect(paths).toEqual(expect.arrayContaining(permittedTo(person).get));
    expect(Object.keys(queries)).toEqual(expect.arrayContaining(permittedTo(person).list));
  }
});

/**
 * By REST, as the SDK would by streams, of which each refusal costs one. That the token is that of the person, the permitted documents prove.
 * @throws when it is denied
 */
async function askedBy({ uid, token }: Person, path: string, request: RequestInit = {}): Promise<void> {
  const documents = `http://127.0.0.1:${server.port}/v1/projects/demo-rules/databases/(default)/documents`;
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${unsigned(uid, token)}` }) };
  const response = await fetch(`${documents}/${path}`, { ...request, headers });
  const answer = (await response.json()) as { error?: { status: string } }; // the API's documented shape
  if (response.ok || answer.error?.status === 'NOT_FOUND') return;
  throw Object.assign(new Error(JSON.stringify(answer)), { code: response.status === 403 ? 'permission-denied' : response.status });
}

/** A token as the SDK makes it for an emulator. */
function unsigned(uid: string, token: TokenOptions): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const issued = { iss: 'https://securetoken.google.com/demo-rules', aud: 'demo-rules', iat: 0, exp: 3600, auth_time: 0 };
  const provider = { firebase: { sign_in_provider: 'custom', identities: {} } };
  return `${part({ alg: 'none', type: 'JWT' })}.${part({ ...issued, ...provider, ...token, sub: uid, user_id: uid })}.`;
}

const opened = new Map<string, Firestore>();

function databaseOf({ name, uid, token }: Person): Firestore {
  const found = opened.get(name);
  if (found) return found;
  const context = token ? environment.authenticatedContext(uid, token) : environment.unauthenticatedContext();
  const db = context.firestore() as unknown as Firestore; // the compat type; the modular functions take it
  opened.set(name, db);
  return db;
}

function queryOf(name: string, person: Person): Query {
  const asked = queries[name];
  if (!asked) throw new Error(`No query is called "${name}".`);
  return queryIn(databaseOf(person), asked);
}

/** @returns the names whose attempt was not denied, sorted; any other failure fails the test */
async function allowedOf(names: readonly string[], attempt: (name: string) => Promise<unknown>): Promise<string[]> {
  const outcomes = await Promise.all(
    names.map(async (name) => {
      try {
        await attempt(name);
        return name;
      } catch (error) {
        if (isDenial(error)) return null;
        throw error;
      }
    }),
  );
  return outcomes.filter((name) => name !== null).sort();
}

/** By its code: the contexts come from the SDK's CommonJS build, whose error class is another one. */
function isDenial(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'permission-denied';
}
