import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { initializeTestEnvironment, type RulesTestEnvironment } from '@firebase/rules-unit-testing';
import { doc, type Firestore, setDoc } from 'firebase/firestore';
import { startFirestore } from 'local-firestore';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { conditionsOf, saidBefore } from './conditions.ts';
import { type Person, people } from './people.ts';
import { permittedTo } from './permitted.ts';
import { fillWorld } from './world.ts';

const source = readFileSync(new URL('../../storage.rules', import.meta.url), 'utf8');

let server: Awaited<ReturnType<typeof startFirestore>>;
let environment: RulesTestEnvironment;
let rules: Awaited<ReturnType<typeof loadedRules>>;

beforeAll(async () => {
  server = await startFirestore({ port: 0 });
  environment = await initializeTestEnvironment({ projectId: 'demo-rules', firestore: { host: '127.0.0.1', port: server.port } });
  await environment.withSecurityRulesDisabled(async (context) => {
    await fillWorld(context, people);
    // The compat type; the modular functions take it.
    const db = context.firestore() as unknown as Firestore;
    await setDoc(doc(db, 'storages/homeless'), { tenantId: 'acme', projectId: null, archived: false });
  });
  rules = await loadedRules();
});

afterAll(async () => {
  await rules?.end();
  await environment?.cleanup();
  await server?.stop();
});

const places = [
  'acme/shop/products',
  'acme/shop/old-products',
  'acme/blog/posts',
  'rival/store/wares',
  'acme/shop/none',
  'none/none/stray',
];
const homeless = '/b/files/o/tenants/acme/none/homeless/photo.png';
const inConsole = ({ token }: Person) => token !== null && !('live' in token) && 'sid' in token;

test.each(people.map((person) => [person.name, person] as const))(
  '%s reads the files of exactly the storages of records',
  async (_, person) => {
    expect(await permittedPlaces(person, 'get')).toEqual(readableTo(person));
  },
);

test('a member without a project reads no files of a storage without one', async () => {
  expect(await rules.permits(personOf('member without a project'), 'get', homeless)).toBe(false);
  expect(await rules.permits(personOf('admin'), 'get', homeless)).toBe(true);
});

const conditions = conditionsOf(source).filter(({ words }) => !saidBefore.includes(words));

test.each(conditions.map((condition) => [`line ${condition.line}, ${condition.words},`, condition] as const))(
  'these persons and places would show that %s is gone',
  async (_, { without }) => {
    await rules.load(without);
    try {
      expect(await isMisjudged()).toBe(true);
    } finally {
      await rules.load(source);
    }
  },
);

async function isMisjudged(): Promise<boolean> {
  for (const person of people) {
    if (String(await permittedPlaces(person, 'get')) !== String(readableTo(person))) return true;
    if ((await permittedPlaces(person, 'list')).length > 0) return true;
  }
  return rules.permits(personOf('member without a project'), 'get', homeless);
}

test('nobody lists or writes a file', async () => {
  for (const method of ['list', 'create', 'update', 'delete']) expect(await permittedPlaces(personOf('admin'), method)).toEqual([]);
});

function readableTo(person: Person): string[] {
  const records = inConsole(person) ? permittedTo(person).get : [];
  return places.filter((place) => records.includes(`storages/${place.split('/')[2]}/records/one`));
}

function personOf(wanted: string): Person {
  const person = people.find(({ name }) => name === wanted);
  if (!person) throw new Error(`Nobody is called "${wanted}".`);
  return person;
}

async function permittedPlaces(person: Person, method: string): Promise<string[]> {
  const permitted: string[] = [];
  for (const place of places) if (await rules.permits(person, method, `/b/files/o/tenants/${place}/a/photo.png`)) permitted.push(place);
  return permitted;
}

/** The process that firebase-tools asks about each call to Storage; it reads documents as firebase-tools answers it. */
async function loadedRules() {
  const program = fileURLToPath(new URL('../../local/firestore/bin/local-firestore.mjs', import.meta.url));
  const child = spawn(process.execPath, [program, 'storage-rules'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const { stdin, stdout } = child;
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  const send = (message: unknown) => void stdin.write(`${JSON.stringify(message)}\n`);
  const receive = async () => JSON.parse((await lines.next()).value ?? '{}');
  const load = async (content: string) => {
    send({ id: 0, action: 'load_ruleset', context: { rulesetName: 'files', source: { files: [{ name: 'storage.rules', content }] } } });
    expect(await receive()).toMatchObject({ errors: [] });
  };
  await receive();
  await load(source);
  return {
    load,
    async permits({ uid, token }: Person, method: string, path: string): Promise<boolean> {
      const auth = token ? { uid, token } : null;
      const variables = { request: encoded({ auth, time: new Date() }), resource: encoded(null) };
      send({ id: 1, action: 'verify', context: { rulesetName: 'files', service: 'firebase.storage', path, method, variables } });
      let answer = await receive();
      while (answer.action === 'fetch_firestore_document') {
        send({ id: answer.server_request_id, ...(await documentAt(answer.context.path)) });
        answer = await receive();
      }
      return answer.result.permit;
    },
    async end() {
      stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** Nobody writes after the beginning, so each is read once. */
const found = new Map<string, ReturnType<typeof readDocument>>();

function documentAt(path: string) {
  const document = found.get(path) ?? readDocument(path);
  found.set(path, document);
  return document;
}

async function readDocument(path: string) {
  const url = `http://127.0.0.1:${server.port}/v1/projects/demo-rules${path}`;
  const answer = await fetch(url, { headers: { authorization: 'Bearer owner' } });
  return answer.ok ? { status: 'ok', result: await answer.json() } : { status: 'not_found' };
}

/** A value as firebase-tools writes it for the rules. */
function encoded(value: unknown): object {
  if (value === null || value === undefined) return { null_value: null };
  if (typeof value === 'boolean') return { bool_value: value };
  if (typeof value === 'number') return { int_value: value };
  if (typeof value === 'string') return { string_value: value };
  if (value instanceof Date) return { timestamp_value: value.toISOString() };
  if (Array.isArray(value)) return { list_value: { values: value.map(encoded) } };
  return { map_value: { fields: Object.fromEntries(Object.entries(value).map(([name, field]) => [name, encoded(field)])) } };
}
