import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { type AccountContent, contentOf } from '../support/account-content.ts';
import { call, mustCall } from '../support/call.ts';
import { accountVersions } from '../support/content-versions.ts';
import { guarded, type Ids, nameOf } from '../support/guarded-calls.ts';
import { startListener } from '../support/listener.ts';
import { type Admin, anAdmin, aSuperadmin, type Person } from '../support/personas.ts';

/** Inputs that no call may take in silence: values that are none of a parameter, parameters twice, bodies where none is read. */
let admin: Admin;
let staff: Person;
let own: AccountContent;

beforeAll(async () => {
  const listener = await startListener();
  [admin, staff] = await Promise.all([anAdmin('Olga Odd'), aSuperadmin()]);
  own = await contentOf(admin, listener);
  await listener.close();
});

/** Noted from the schemas of the calls: `query.page` and the like, with what each takes at most. */
const inputs = JSON.parse(readFileSync(new URL('../../functions/src/routes/inputs.json', import.meta.url), 'utf8')) as Record<
  string,
  Record<string, string>
>;

const reads = Object.entries(inputs).flatMap(([name, parts]) => {
  const [method, path = ''] = name.split(' ');
  const parameters = Object.entries(parts).flatMap(([place, bound]) =>
    place.startsWith('query.') ? [[place.slice(6), bound] as const] : [],
  );
  return method === 'GET' && parameters.length > 0 ? [{ name, path, parameters }] : [];
});

/** Parameters without which a call answers nothing. */
const needed: Readonly<Record<string, () => string>> = {
  '/reporting': () => `projectId=${own.ids.project}`,
  '/reporting/calls': () => `projectId=${own.ids.project}`,
  '/reporting/activity': () => `projectId=${own.ids.project}`,
  '/superadmin/analytics': () => 'from=2026-01-01&to=2026-01-02',
  '/copy/:storageId/file': () => 'path=a',
  '/project/:projectId/dataStorages/:storageId/schema/faults': () => 'field=a&rule=type',
};

const oddNumbers = ['0', '-1', '1.5', '1e2', '0x1', 'a', '', '٣', '%202', '99999999999'];
const oddDays = ['yesterday', '2026-02-30', '2026-13-01', '2026-1-1', '20260101', '2026-01-01T25:00:00Z', '0'];
const oddTexts = ['%00', '../..', '%2F', '__proto__', 'constructor', '%F0%9F%92%A9', 'x'.repeat(3000)];

function oddValues(bound: string): readonly string[] {
  if (/enum=/.test(bound)) return ['up', 'ASC,DESC', 'nothing'];
  if (/pattern=\^\[0-9\]\{1,9\}\$ rules/.test(bound)) return oddNumbers;
  if (/maxLength=40 rules|format=date/.test(bound)) return oddDays;
  return [];
}

const anywhere: Ids = { project: '~', storage: '~', person: '~', endpoint: '~', delivery: '~', key: '~', session: '~' };

function get(path: string, asked: string) {
  const place: Record<string, string> = {
    projectId: own.ids.project,
    storageId: own.ids.storage,
    endpointId: own.ids.endpoint,
    storageKey: 'products',
  };
  const isOfStaff = /^\/(?:superadmin|feedback|logs)(?:\/(?!admin)|$)/.test(path);
  const filled = path.replace(/:(\w+)/g, (_, name: string) => place[name] ?? 'some');
  const [parameter = ''] = asked.split('=');
  const others = new URLSearchParams(needed[path]?.());
  others.delete(parameter);
  return call({
    path: `/app${filled}?${[asked, others].filter((part) => String(part)).join('&')}`,
    token: isOfStaff ? staff.token : admin.token,
  });
}

test.each(reads)(
  '$name refuses each wrong value by the name of its parameter, and a parameter that comes twice',
  async ({ path, parameters }) => {
    const wrong: string[] = [];
    for (const [parameter, bound] of parameters) {
      const asked = [...oddValues(bound).map((value) => `${parameter}=${value}`), `${parameter}=1&${parameter}=1`, `${parameter}[]=1`];
      for (const query of asked) {
        const { status, body } = await get(path, query);
        const fields = body.error?.details?.map(({ field }) => field.replace('[]', '')) ?? [];
        if (status !== 400 || !fields.includes(parameter)) wrong.push(`${query} ${status} ${fields.join()}`);
      }
      for (const value of oddTexts) {
        const { status } = await get(path, `${parameter}=${value}`);
        if (status >= 500) wrong.push(`${parameter}=${value.slice(0, 20)} ${status}`);
      }
    }
    const { status, body } = await get(path, 'tilt=1');
    if (status !== 400 || body.error?.details?.[0]?.field !== 'tilt') wrong.push(`tilt ${status}`);
    expect(wrong).toEqual([]);
  },
);

/** Calls that change something and whose schema takes no body. */
const withoutBody = guarded.filter(({ method, path }) => {
  if (method === 'GET') return false;
  const takesBody = Object.entries(inputs).some(
    ([name, parts]) => shape(name) === shape(`${method} ${path(anywhere)}`) && Object.keys(parts).some((part) => part.startsWith('body')),
  );
  return !takesBody && !/\/files?(?:\?|$)|^\/feedback$/.test(path(anywhere)); // these read a form
});

/** `POST /project/*` for the name of a call in the table and for one that is made. */
function shape(name: string): string {
  return name.replace(/\?.*/, '').replace(/\/(?::\w+|~|some|intruder-1|1|0|ABCDEFGH|feedback(?=\/~)|contact(?=\/~))(?=\/|$)/g, '/*');
}

test.each(withoutBody.map((route) => [nameOf(route), route] as const))('%s takes no body, and does nothing with one', async (_, route) => {
  const before = await accountVersions(admin.tenantId);
  const token = route.opens.includes('admin') ? admin.token : staff.token;
  const { status } = await call({ method: route.method, path: `/app${route.path(own.ids)}`, token, body: { tilt: 1 } });
  expect(status).toBe(400);
  expect(await accountVersions(admin.tenantId)).toEqual(before);
});

test('a file that is refused, or is none, leaves no trace of a record', async () => {
  const path = `/app/fileStorage/${own.ids.project}/products/files`;
  const form = new FormData();
  form.set('other', 'no file');
  const before = await accountVersions(admin.tenantId);
  for (const [body, status] of [
    [{ tilt: 1 }, 415],
    [form, 400],
  ] as const)
    expect((await call({ method: 'POST', path, token: admin.token, body })).status).toBe(status);
  expect(await accountVersions(admin.tenantId)).toEqual(before);
});

interface Description {
  paths: Record<string, Record<string, unknown>>;
}

test('no call of the data API that reads takes a parameter in silence: it refuses it by its name, or warns of a field that no record has', async () => {
  const keys = { apiKey: admin.apiKey, secretKey: admin.secretKey, projectId: own.ids.project };
  await mustCall({ path: `/api/products/${own.ids.storage}`, keys, body: { title: 'One' } }); // an empty storage knows no fields
  const { paths } = await mustCall<Description>({ path: '/api/openapi.json', keys });
  const silent: string[] = [];
  for (const [path, verbs] of Object.entries(paths).filter(([, verbs]) => 'get' in verbs)) {
    const asked = `/api${path.replace(/^\/api/, '').replace(/\{\w+\}/g, 'some')}?tilt=1`;
    const { status, body } = await call<{ warnings?: { field: string }[] }>({ path: asked, keys });
    const told = [...(body.warnings ?? []), ...(body.error?.details ?? [])].map(({ field }) => field);
    if (status < 300 && !told.includes('tilt')) silent.push(`${Object.keys(verbs)[0]} ${path}`);
  }
  expect(silent).toEqual(['get /health']); // for anybody, with whatever their monitor adds
});

const named: [name: string, path: () => string, body: object][] = [
  ['project', () => '/projects', { description: '' }],
  ['storage', () => `/project/${own.ids.project}/dataStorages`, { dataStorageKey: 'odd', isSoftDelete: false }],
  ['view', () => `/project/${own.ids.project}/dataStorages/${own.ids.storage}/views`, { view: { ...viewed() } }],
  ['key', () => '/keys', { projectId: '', storages: ['*'], verbs: ['read'] }],
];

test.each(named)('a %s is not named by what nobody can read', async (kind, path, body) => {
  for (const name of ['\u0000', 'a\u0007b', 'a\u202eb']) {
    const given = {
      ...body,
      [kind === 'storage' ? 'dataStorageName' : 'name']: name,
      ...(kind === 'key' && { projectId: own.ids.project }),
    };
    const { status, body: answer } = await call({ method: 'POST', path: `/app${path()}`, token: admin.token, body: given });
    expect([status, answer.error?.details?.map(({ message }) => message)]).toEqual([
      400,
      ['Broken and invisible control characters cannot be kept. Take them out.'],
    ]);
  }
});

function viewed() {
  return { search: '', where: '', startDate: '', endDate: '', limit: 20, sort: null, deleted: false, hidden: [], order: [] };
}
