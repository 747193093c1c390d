import { type SchemaField, type SchemaState, StorageSchema } from '@bedplate/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { namedKey } from '../../../test/named-key.ts';
import { saveSchema } from '../../domain/records/schema/save-schema.ts';

interface Parameter {
  name: string;
  in: string;
  schema: object;
  description?: string;
}
interface Document {
  paths: Record<string, Record<string, { parameters?: Parameter[] }>>;
  components: { schemas: Record<string, { properties: Record<string, object>; required?: string[]; additionalProperties?: boolean }> };
}

let api: Awaited<ReturnType<typeof startApi>>;
let makers: Awaited<ReturnType<typeof declared>>;
let products: Awaited<ReturnType<typeof declared>>;
let drafts: Awaited<ReturnType<typeof declared>>;
let document: Document;

beforeAll(async () => {
  api = await startApi();
  makers = await declared('makers', { name: { type: 'text' } }, { state: 'learn' });
  products = await declared('products', productFields(), { closed: true });
  drafts = await declared(
    'drafts',
    { price: { type: 'number', required: true, min: 1 }, kind: { type: 'enum', values: ['a', 'b'] } },
    { state: 'learn' },
  );
  document = await described();
});
afterAll(() => api.stop());

function productFields(): Record<string, SchemaField> {
  return {
    sku: { type: 'text', required: true, readOnly: true, pattern: '[A-Z]{3}', description: 'Of the label.' },
    name: { type: 'text', required: true, minLength: 2, maxLength: 5 },
    price: { type: 'decimal', scale: 2, min: '0.50' },
    stock: { type: 'integer', min: 0, max: '9007199254740993' },
    weight: { type: 'number', min: 0, max: 10 },
    status: { type: 'enum', values: ['open', 'sold'], required: true, default: 'open' },
    since: { type: 'date', defaultFrom: 'now', required: true },
    seen: { type: 'dateTime' },
    local: { type: 'dateTime', zone: 'Europe/Berlin' },
    mail: { type: 'email' },
    page: { type: 'url' },
    ok: { type: 'boolean' },
    sizes: { type: 'list', of: 'decimal', minLength: 1, maxLength: 2 },
    tags: { type: 'list', of: 'enum', values: ['x', 'y'] },
    where: { type: 'geo' },
    maker: { type: 'reference', storage: makers.id, onDelete: 'refuse' },
    more: { type: 'json' },
    number: { type: 'integer', computed: 'counter' },
    loose: { type: 'text', pattern: '(?P<all>a+)' },
  };
}

interface Options {
  state?: SchemaState;
  closed?: boolean;
}

async function declared(key: string, fields: Record<string, SchemaField>, { state = 'enforce', closed = false }: Options = {}) {
  const storage = await api.storage(key);
  const schema = StorageSchema.parse({ fields, unique: [], closed });
  await saveSchema(api.services, {
    caller: admin,
    path: { projectId: 'p1', storageId: storage.id },
    change: { version: 0, schema, state },
  });
  return storage;
}

async function described(headers = {}): Promise<Document> {
  return (await api.call('/api/openapi.json', { headers })).body as unknown as Document;
}

function validatorOf(name: string) {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, validateFormats: false });
  for (const keyword of ['openapi', 'info', 'servers', 'paths', 'webhooks', 'components', 'x-bedplate']) ajv.addKeyword(keyword);
  ajv.addSchema({ ...document, $id: 'doc' });
  return ajv.compile({ $ref: `doc#/components/schemas/${name}` });
}

const whole = { sku: 'ABC', name: 'Tea' };

test.each<[is: boolean, body: object]>([
  [true, whole],
  [true, { ...whole, price: 12.5, stock: 4, sizes: ['1.5', 2], tags: ['x'], where: { lat: 1, lng: 2 }, more: [{ a: 1 }], loose: 'a' }],
  [true, { ...whole, price: '0.50', stock: '9007199254740993', weight: null, seen: '2026-01-01T00:00:00Z', local: '2026-01-01T10:00' }],
  [false, { name: 'Tea' }],
  [false, { ...whole, name: null }],
  [false, { ...whole, name: 'T' }],
  [false, { ...whole, sku: 'abc' }],
  [false, { ...whole, price: '1.234' }],
  [false, { ...whole, stock: 1.5 }],
  [false, { ...whole, stock: -1 }],
  [false, { ...whole, weight: 11 }],
  [false, { ...whole, weight: '1' }],
  [false, { ...whole, status: 'gone' }],
  [false, { ...whole, sizes: [] }],
  [false, { ...whole, tags: ['z'] }],
  [false, { ...whole, where: { lat: 91, lng: 0 } }],
  [false, { ...whole, ok: 'true' }],
  [false, { ...whole, colour: 'red' }],
])('the description and the API agree that it is %s that a product may be %j', async (is, body) => {
  const { status, body: answer } = await api.call(products.path, { body });
  expect([validatorOf('DataProductsFields')(body), status]).toEqual([is, is ? 201 : 400]);
  expect(validatorOf('DataProducts')(answer.data)).toBe(is);
});

test('answers of an enforced schema have what it requires, and integers and decimals as texts', () => {
  const { required, properties } = document.components.schemas.DataProducts ?? {};
  expect(required).toEqual(['id', 'createdAt', 'updatedAt', 'sku', 'name', 'status', 'since']);
  expect(properties).toMatchObject({
    sku: { type: 'string', pattern: '^(?:[A-Z]{3})$', description: 'Of the label.', 'x-bedplate': { type: 'text', setOnce: true } },
    price: { type: ['string', 'null'], pattern: '^-?\\d+(?:\\.\\d{1,2})?$', 'x-bedplate': { type: 'decimal', scale: 2, min: '0.50' } },
    status: { type: 'string', enum: ['open', 'sold'] },
    since: { type: 'string', format: 'date' },
    seen: { type: ['string', 'null'], format: 'date-time' },
    mail: { type: ['string', 'null'], format: 'email' },
    page: { format: 'uri' },
    number: { type: ['string', 'null'], readOnly: true },
    maker: { 'x-bedplate': { references: { storageId: makers.id, storageKey: 'makers', onDelete: 'refuse' } } },
  });
  // An offset may be absent there, and the other pattern is none of ECMA-262.
  expect(properties?.local).not.toHaveProperty('format');
  expect(properties?.loose).not.toHaveProperty('pattern');
});

test('a create has defaults and nothing that the server computes; an update leaves what is set once', () => {
  const { DataProductsFields: create, DataProductsChange: change } = document.components.schemas;
  expect(create?.required).toEqual(['sku', 'name']);
  expect(create?.additionalProperties).toBe(false);
  expect(create?.properties.status).toMatchObject({ default: 'open' });
  expect(create?.properties).not.toHaveProperty('number');
  expect(Object.keys(change?.properties ?? {})).toEqual(Object.keys(create?.properties ?? {}).filter((name) => name !== 'sku'));
});

test('where faults are stored, answers promise the types that were seen, and writes are described all the same', async () => {
  expect((await api.call(drafts.path, { body: { price: 'free', kind: 'c', own: 1 } })).status).toBe(201);
  document = await described();
  const { DataDrafts: stored, DataDraftsFields: create } = document.components.schemas;
  expect(stored).toMatchObject({
    required: ['id', 'createdAt', 'updatedAt'],
    properties: { price: { type: ['number', 'string', 'null'] }, own: { type: ['number', 'null'] } },
  });
  expect(stored?.properties.kind).not.toHaveProperty('enum');
  expect(create).toMatchObject({
    required: ['price'],
    additionalProperties: true,
    properties: { price: { type: 'number', minimum: 1 }, kind: { enum: ['a', 'b', null] } },
  });
});

test('declared fields are parameters of lists, counts, totals and exports', () => {
  for (const call of ['', '/count', '/aggregate', '/export']) {
    const parameters = document.paths[`${products.path.slice(4)}${call}`]?.get?.parameters ?? [];
    const named = (name: string) => parameters.find((each) => each.in === 'query' && each.name === name);
    expect(named('price')).toMatchObject({ schema: { type: 'string' }, description: expect.stringContaining('decimal') });
    expect(named('status')).toMatchObject({ schema: { anyOf: [{ enum: ['open', 'sold'] }, { type: 'string' }] } });
    // A parameter of other systems' lists is written as the API takes it.
    expect([named('where'), named('filter[page]')?.name, named('more')]).toEqual([undefined, 'filter[page]', undefined]);
    expect(new Set(parameters.map((each) => `${each.in} ${each.name}`)).size).toBe(parameters.length);
  }
});

test('a key without the verb read is told no field, declared or seen', async () => {
  const { headers } = await namedKey(api, { verbs: ['create'] });
  const text = JSON.stringify(await described(headers));
  expect(text).toContain('DataProducts');
  expect(text).not.toMatch(/sku|Of the label|"own"/);
});
