import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';

type Tree = { [key: string]: Tree };
/** As the tests look at it. */
interface Operation {
  operationId: string;
  responses: Record<string, { $ref?: string; description?: string }>;
  parameters?: { name: string; in: string; required?: boolean; schema: object }[];
  security: object[];
}

let api: Awaited<ReturnType<typeof startApi>>;
let general: Tree;
let project: Tree;
let products: Awaited<ReturnType<typeof api.storage>>;
let users: Awaited<ReturnType<typeof api.storage>>;

beforeAll(async () => {
  api = await startApi();
  products = await api.storage('products');
  users = await api.storage('users');
  await api.storage('old', { archived: true });
  await api.storage('foreign', { projectId: 'p2' });
  await api.call(products.path, {
    body: [
      { name: 'a', price: 1, size: { w: 1 }, tags: ['x'] },
      { price: 'free', name: null, attachment: null },
    ],
  });
  await api.call(users.path, { body: { username: 'ann', password: 'a-pass-x-word' } });
  general = (await (await fetch(`${api.origin}/api/openapi.json`)).json()) as Tree;
  project = (await api.call('/api/openapi.json')).body as Tree;
});
afterAll(() => api.stop());

const operationsOf = (document: Tree) =>
  Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation: operation as unknown as Operation })),
  );

test('both descriptions keep the rules of OpenAPI 3.1', () => {
  for (const document of [general, project]) {
    expect(document).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\.\d+$/),
      info: { title: expect.any(String), version: expect.any(String) },
      servers: [{ url: 'http://localhost:5000/api' }],
    });
    const operations = operationsOf(document);
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
    for (const { path, method, operation } of operations) {
      expect(path).toMatch(/^\/[^?#]*$/);
      expect(['get', 'post', 'put', 'patch', 'delete']).toContain(method);
      expect(Object.keys(operation.responses).every((status) => /^([1-5]\d\d|default)$/.test(status))).toBe(true);
      expect(Object.values(operation.responses).every((r) => r.$ref || r.description)).toBe(true);
      const parameters = operation.parameters ?? [];
      const templated = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(
        parameters
          .filter((p) => p.in === 'path' && p.required)
          .map(({ name }) => name)
          .sort(),
      ).toEqual(templated.sort());
      expect(new Set(parameters.map((p) => `${p.in} ${p.name}`)).size).toBe(parameters.length);
      for (const scheme of operation.security.flatMap(Object.keys)) expect(document.components?.securitySchemes).toHaveProperty(scheme);
    }
    for (const [, pointer] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      expect(pointer?.split('/').reduce<Tree | undefined>((node, name) => node?.[name], document)).toBeDefined();
    }
    expect(schemaProblems(document)).toEqual([]);
  }
});

test('every documented path answers', async () => {
  for (const document of [general, project]) {
    for (const { path, method, operation } of operationsOf(document)) {
      const place = path.replace('{storageKey}', 'products').replace('{storageId}', path.startsWith('/users') ? users.id : products.id);
      const response = await fetch(`${api.origin}/api${place.replace(/\{\w+\}/g, 'x')}`, { method: method.toUpperCase() });
      const isPublic = operation.security.length === 0 || operation.security.some((s) => Object.keys(s).length === 0);
      const status = path === '/hooks/{token}' ? 404 : isPublic ? 200 : 401; // no such token
      expect([method, path, response.status]).toEqual([method, path, status]);
    }
  }
});

test('calls with keys may come with a named key, which has no secret', () => {
  for (const { operation } of operationsOf(project)) {
    if (!operation.security.some((scheme) => 'secretKey' in scheme)) continue;
    expect(operation.security).toContainEqual({ apiKey: [], projectId: [] });
  }
});

test('a project describes its live storages with the fields and types that were seen', () => {
  expect(project.paths).toHaveProperty([products.path.slice(4)]);
  expect(project.paths).toHaveProperty([`${users.path.slice(4)}/authenticate`]);
  expect(Object.keys(project.paths ?? {}).filter((path) => /^\/(old|foreign)\//.test(path))).toEqual([]);
  expect(project.components?.schemas?.DataProducts?.properties).toMatchObject({
    name: { type: ['null', 'string'] },
    price: { type: ['number', 'string', 'null'] },
    size: { type: ['object', 'null'], properties: { w: { type: ['number', 'null'] } } },
    tags: { type: ['array', 'null'], items: {} },
    id: { readOnly: true },
  });
  expect(project.components?.schemas?.DataProducts?.properties).toHaveProperty('attachment', {});
  expect(project.components?.schemas?.DataUsersFields).toMatchObject({
    required: ['username', 'password'],
    properties: { password: { writeOnly: true } },
  });
  expect(project.components?.schemas?.DataUsers?.properties).not.toHaveProperty('password');
});

test('wrong keys get no description', async () => {
  expect((await api.call('/api/openapi.json', { headers: { 'x-secret-key': 'bps_wrong' } })).status).toBe(401);
});

const types = ['null', 'boolean', 'number', 'integer', 'string', 'object', 'array'];

/** @returns where keywords of JSON Schema 2020-12 carry values that they may not */
function schemaProblems(node: unknown, place = ''): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, required, properties, enum: values, anyOf } = node as Record<string, unknown>;
  const named = Array.isArray(type) ? type : typeof type === 'string' ? [type] : [];
  const wrong = [
    !named.every((name) => types.includes(name) || (/securitySchemes/.test(place) && ['apiKey', 'http'].includes(name))) && 'type',
    new Set(named).size !== named.length && 'type',
    Array.isArray(required) && !required.every((name) => typeof name === 'string') && 'required',
    Array.isArray(required) && typeof properties === 'object' && !required.every((name) => name in (properties ?? {})) && 'required',
    Array.isArray(values) && values.length === 0 && 'enum',
    Array.isArray(anyOf) && anyOf.length === 0 && 'anyOf',
  ];
  const below = Object.entries(node).flatMap(([name, child]) => schemaProblems(child, `${place}/${name}`));
  return [...wrong.filter((keyword) => keyword !== false).map((keyword) => `${place}/${keyword}`), ...below];
}
