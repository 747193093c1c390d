import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { document } from '../../src/codec/messages/document.ts';
import { structuredQuery } from '../../src/codec/messages/query.ts';
import { Reference } from '../../src/model/value.ts';
import { useFirestore } from '../support/firestore-server.ts';

const { server } = useFirestore();
const database = 'projects/demo-refused/databases/(default)';
const root = `${database}/documents`;
const folder = mkdtempSync(join(tmpdir(), 'refused-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function call(method: string, path: string, body?: unknown) {
  const headers = { authorization: 'Bearer owner' };
  const response = await fetch(`${server().url}/${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  return { status: response.status, json: await response.json() };
}

const write = (value: unknown) => call('PATCH', `v1/${root}/c/a`, { fields: { f: value } });
const ask = (where: unknown, more: object = {}) =>
  call('POST', `v1/${root}:runQuery`, { structuredQuery: { from: [{ collectionId: 'c' }], where, ...more } });
const refused = (message: string) => ({
  status: 400,
  json: expect.anything() as unknown,
  text: message,
});
/** Answers of streaming methods come with their error alone, in a list or not. */
const messageOf = ({ status, json }: { status: number; json: unknown }) => {
  const body = (Array.isArray(json) ? json[0] : json) as { error?: { message: string } };
  return { status, json: expect.anything() as unknown, text: body.error?.message ?? JSON.stringify(json) };
};

describe.each([
  ['nope', 'Document name "nope" lacks "projects/" at index 0.'],
  ['', 'Document name "" lacks "projects/" at index 0.'],
  [`${root}/c`, `Document name "${root}/c" lacks "/" at index ${root.length + 2}.`],
  [
    `${root}/c/__idx__`,
    `A long document ID string must be formatted like '__id{LONG}__', where LONG is a 64-bit integer. Received: "__idx__".`,
  ],
  [`${root}/c/__x__`, 'Resource id "__x__" is invalid because it is reserved.'],
  [`${root}/c//d`, `Document name "${root}/c//d" contains an empty resource id at index ${root.length + 3}.`],
  [root, `Document name "${root}" lacks "/documents/" at index ${database.length}.`],
])('the reference "%s" names no document', (name, message) => {
  const referenceValue = name;

  test.each<[string, unknown]>([
    ['in a field', { referenceValue }],
    ['in an array', { arrayValue: { values: [{ referenceValue }] } }],
    ['in a map', { mapValue: { fields: { inner: { referenceValue } } } }],
  ])('%s', async (_where, value) => {
    expect(messageOf(await write(value))).toEqual(refused(message));
  });

  test('in a filter and in a cursor', async () => {
    const field = { fieldPath: 'f' };
    expect(messageOf(await ask({ fieldFilter: { field, op: 'EQUAL', value: { referenceValue } } }))).toEqual(refused(message));
    const cursor = { orderBy: [{ field }], startAt: { values: [{ referenceValue }] } };
    expect(messageOf(await ask(undefined, cursor))).toEqual(refused(message));
  });

  test('in a transform', async () => {
    const transform = { fieldPath: 'f', appendMissingElements: { values: [{ referenceValue }] } };
    const writes = [{ update: { name: `${root}/c/a`, fields: {} }, updateTransforms: [transform] }];
    expect(messageOf(await call('POST', `v1/${root}:commit`, { writes }))).toEqual(refused(message));
  });

  test('in protobuf, as gRPC carries it, and in ProtoJSON, as WebChannel does', () => {
    const fields = new Map([['f', [new Reference(name)]]]);
    expect(() => document.decode(document.encode({ name: `${root}/c/a`, fields }))).toThrow(message);
    const cursor = { startAt: { values: [{ referenceValue }] } };
    expect(() => structuredQuery.fromJson(cursor)).toThrow(message);
  });
});

test('a reference to a document of another database is taken', async () => {
  const value = { referenceValue: 'projects/other/databases/(default)/documents/c/__id7__' };
  expect((await write(value)).json.fields.f).toEqual(value);
});

test('enums come as names, as numbers and as the text of numbers', async () => {
  for (const concurrencyMode of ['OPTIMISTIC', 'PESSIMISTIC', 'CONCURRENCY_MODE_UNSPECIFIED', 1, '2'])
    expect((await call('POST', `v1/${root}:beginTransaction`, { options: { readWrite: { concurrencyMode } } })).status).toBe(200);
  for (const direction of ['DESCENDING', 2, '2']) {
    const answer = await ask(undefined, { orderBy: [{ field: { fieldPath: 'f' }, direction }] });
    expect(answer.status).toBe(200);
  }
  for (const nullValue of [null, 'NULL_VALUE', 0]) expect((await write({ nullValue })).json.fields.f).toEqual({ nullValue: null });
  for (const bad of ['SIDEWAYS', true, {}]) {
    const answer = await ask(undefined, { orderBy: [{ field: { fieldPath: 'f' }, direction: bad }] });
    expect(messageOf(answer)).toEqual(refused("Payload isn't valid for request."));
  }
  expect(messageOf(await write({ nullValue: 'x' }))).toEqual(refused("Payload isn't valid for request."));
  const mode = { options: { readWrite: { concurrencyMode: 'HOPEFUL' } } };
  expect(messageOf(await call('POST', `v1/${root}:beginTransaction`, mode))).toEqual(refused("Payload isn't valid for request."));
});

test.each<[unknown, string]>([
  [{ compositeFilter: { op: 'AND', filters: [] } }, 'A composite filter must hold at least one filter.'],
  [{ compositeFilter: { op: 'AND', filters: [{ compositeFilter: { op: 'OR' } }] } }, 'A composite filter must hold at least one filter.'],
  [{}, 'A filter must be a composite, a field or a unary filter.'],
  ...['IS_NAN', 'IS_NULL', 'IS_NOT_NAN', 'IS_NOT_NULL'].map((op): [unknown, string] => [
    { unaryFilter: { op, field: { fieldPath: '__name__' } } },
    '__key__ filter value must be a Key',
  ]),
])('the filter %j is refused', async (where, message) => {
  expect(messageOf(await ask(where))).toEqual(refused(message));
});

test.each([
  ['showMissing=true&orderBy=f', '"showMissing" cannot be combined with "orderBy".'],
  ['pageSize=-1', 'Page size must be nonnegative.'],
  ['mask.fieldPaths=a..b', 'Invalid property path "a..b".'],
  ['orderBy=f,f', 'order by clause cannot contain duplicate fields f'],
  ['orderBy=f%20sideways', 'The order "f sideways" must have the form "field", "field asc" or "field desc".'],
  ['orderBy=f&pageToken=eA', 'The page token is not one that this server gave out.'],
])('a list with %s is refused', async (options, message) => {
  const answer = messageOf(await call('GET', `v1/${root}/c?${options}`));
  expect(answer).toMatchObject({ status: 400, text: expect.stringContaining(message) as unknown });
});

test('an import takes the metadata file’s path; an export into a file names it', async () => {
  await write({ integerValue: 7 });
  const target = { database, export_directory: folder, export_name: 'whole' };
  expect((await call('POST', 'emulator/v1/projects/demo-refused:export', target)).status).toBe(200);
  const into = 'emulator/v1/projects/demo-copy:import';
  const file = join(folder, 'whole/whole.overall_export_metadata');
  expect((await call('POST', into, { export_directory: file })).status).toBe(200);
  expect((await call('GET', `v1/projects/demo-copy/databases/(default)/documents/c/a`)).json.fields).toEqual({ f: { integerValue: '7' } });

  writeFileSync(join(folder, 'taken'), '');
  const taken = messageOf(await call('POST', 'emulator/v1/projects/demo-refused:export', { ...target, export_name: 'taken' }));
  expect(taken).toMatchObject({
    status: 400,
    text: expect.stringContaining(`The export could not be written to ${folder}/taken`) as unknown,
  });
  const beyond = messageOf(await call('POST', into, { export_directory: join(folder, 'taken'), export_name: 'x' }));
  expect(beyond).toMatchObject({ status: 400, text: expect.stringContaining(`${folder}/taken/x`) as unknown });
  rmSync(join(folder, 'whole/documents'));
  expect(messageOf(await call('POST', into, { export_directory: file }))).toMatchObject({
    status: 400,
    text: expect.stringContaining(`${folder}/whole/documents`) as unknown,
  });
});
