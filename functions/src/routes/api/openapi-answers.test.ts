import { Timestamp } from '@google-cloud/firestore';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { memoryFiles } from '../../../test/data-services.ts';

type Media = Record<string, { schema: object }>;
interface Operation {
  operationId: string;
  responses: Record<string, { content?: Media }>;
  requestBody?: { content: Media };
}
interface Document {
  $id?: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; responses: Record<string, { content: Media }> };
}

let api: Awaited<ReturnType<typeof startApi>>;
let things: Awaited<ReturnType<typeof api.storage>>;
let users: Awaited<ReturnType<typeof api.storage>>;
let project: Document;
let general: Document;

beforeAll(async () => {
  api = await startApi();
  Object.assign(api.services.records, { files: memoryFiles() });
  things = await api.storage('things', { is_softDelete: true });
  users = await api.storage('users');
  await api.call(things.path, { body: { name: 'first', size: { w: 1 }, tags: ['x'], n: 1 } });
  await api.call(users.path, { body: { username: 'ann', password: 'a-pass-x-word' } });
  general = (await (await fetch(`${api.origin}/api/openapi.json`)).json()) as Document; // described by the test below
  project = (await api.call('/api/openapi.json')).body as unknown as Document;
});
afterAll(() => api.stop());

/** Schemas are found by their place in the document; keywords that JSON Schema does not have are mistakes. */
function validatorOf(document: Document) {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, validateFormats: false, allErrors: true });
  for (const keyword of ['openapi', 'info', 'servers', 'paths', 'webhooks', 'components']) ajv.addKeyword(keyword);
  ajv.addSchema({ ...document, $id: 'doc' });
  return (...place: string[]) => {
    const pointer = place.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    return ajv.compile({ $ref: `doc#/${pointer}` });
  };
}

test('totals by group are described with the name of their group', async () => {
  const { body } = await api.call(`${things.path}/aggregate?op=count&groupBy=name`);
  expect(body.data).toEqual([{ group: 'first', count: 1 }]);
  expect(project.components.schemas.Totals).toHaveProperty('properties.group');
});

test('every schema of both descriptions is JSON Schema 2020-12', () => {
  for (const document of [general, project]) {
    const schemaAt = validatorOf(document);
    for (const name of Object.keys(document.components.schemas)) expect(() => schemaAt('components', 'schemas', name)).not.toThrow();
    for (const [path, item] of Object.entries(document.paths))
      for (const [method, { responses, requestBody }] of Object.entries(item)) {
        for (const type of Object.keys(requestBody?.content ?? {}))
          expect(() => schemaAt('paths', path, method, 'requestBody', 'content', type, 'schema')).not.toThrow();
        for (const [status, { content = {} }] of Object.entries(responses))
          for (const type of Object.keys(content))
            expect(() => schemaAt('paths', path, method, 'responses', status, 'content', type, 'schema')).not.toThrow();
      }
  }
});

test('what the API answers is what the description says, failures included', async () => {
  const schemaAt = validatorOf(project);
  const pathOf = (base: string) => base.slice('/api'.length);
  const id = (await api.call(things.path)).body.data[0].id as string;
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  const form = new FormData();
  form.append('file', new Blob([png]), 'dot.png');
  const record = `${things.path}/dataId/${id}`;
  const inDocument = `${pathOf(things.path)}/dataId/{recordId}`;
  const calls: [string, string, number, string, { method?: string; body?: unknown }][] = [
    [pathOf(things.path), 'post', 201, things.path, { body: { name: 'second', n: 2 } }],
    [`${inDocument}/upload`, 'post', 200, `${record}/upload?fieldName=photo`, { body: form }],
    [`${inDocument}/upload-url`, 'post', 201, `${record}/upload-url?fieldName=film`, { body: { name: 'f', size: 5 } }],
    [pathOf(things.path), 'get', 200, `${things.path}?sortBy=n&n>=1`, {}],
    [`${pathOf(things.path)}/count`, 'get', 200, `${things.path}/count`, {}],
    [`${pathOf(things.path)}/aggregate`, 'get', 200, `${things.path}/aggregate?op=count,sum:n,avg:n,min:name`, {}],
    [inDocument, 'get', 200, record, {}],
    [inDocument, 'put', 200, record, { method: 'PUT', body: { n: { $increment: 1 } } }],
    [`${pathOf(things.path)}/import`, 'post', 201, `${things.path}/import`, { body: '[{"n":5},{"n":6}]' }],
    [inDocument, 'delete', 200, record, { method: 'DELETE' }],
    [`${inDocument}/restore`, 'post', 200, `${record}/restore`, { method: 'POST' }],
    ['/batch', 'post', 200, '/api/batch', { body: { writes: [{ op: 'create', storageId: things.id, data: { n: 9 } }] } }],
    [
      `${pathOf(users.path)}/authenticate`,
      'post',
      200,
      `${users.path}/authenticate`,
      { body: { username: 'ann', password: 'a-pass-x-word' } },
    ],
    ['/health', 'get', 200, '/api/health', {}],
  ];
  for (const [path, method, status, address, request] of calls) {
    const { status: answered, body } = await api.call(address, request);
    expect([method, path, answered]).toEqual([method, path, status]);
    const validate = schemaAt('paths', path, method, 'responses', String(status), 'content', 'application/json', 'schema');
    validate(body);
    expect([method, path, validate.errors]).toEqual([method, path, null]);
  }
  const failure = schemaAt('components', 'schemas', 'Failure');
  for (const address of [`${things.path}?limit=0`, `${things.path}/dataId/none`, '/api/nothing', '/api'])
    expect([address, failure((await api.call(address)).body), failure.errors]).toEqual([address, true, null]);
});

test('no two storages share the name of a schema or an operation, and a later one takes no name away', async () => {
  const apart = await startApi();
  const described = async () => (await apart.call('/api/openapi.json')).body as unknown as Document;
  const changeOf = ({ components: { schemas }, paths }: Document, path: string) => {
    const { requestBody } = paths[`${path.slice('/api'.length)}/dataId/{recordId}`]?.put ?? {};
    const name = /schemas\/(\w+)/.exec(JSON.stringify(requestBody))?.[1] ?? '';
    return { name, fields: Object.keys((schemas[name] as { properties: object }).properties) };
  };
  // In both orders: the one that is there first keeps the plain name.
  const keys = ['priceChange', 'price', 'tax', 'taxChange', 'taxUndo', 'tax-undo', 'TAX-Fields'];
  const paths: string[] = [];
  for (const [i, key] of keys.entries()) {
    const { path } = await apart.storage(key, { createdAt: Timestamp.fromMillis(1000 * (i + 1)) });
    await apart.call(path, { body: { [`only${i}`]: 1 } });
    paths.push(path);
  }
  const document = await described();
  const names = paths.map((path) => changeOf(document, path));
  expect(names.map(({ fields }) => fields)).toEqual(keys.map((_, i) => [`only${i}`]));
  expect(names.map(({ name }) => name)).toEqual([
    'DataPriceChangeChange',
    'DataPrice2Change',
    'DataTaxChange',
    'DataTaxChange2Change',
    'DataTaxUndo2Change',
    'DataTaxUndo3Change',
    'DataTAXFieldsChange',
  ]);
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
  expect(operations.filter((id, i) => operations.indexOf(id) !== i)).toEqual([]);
  await apart.storage('taxFields', { createdAt: Timestamp.fromMillis(9000) });
  const later = await described();
  expect(paths.map((path) => changeOf(later, path))).toEqual(names);
  await apart.stop();
});
