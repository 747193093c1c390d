import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import protobuf from 'protobufjs';
import { expect, test } from 'vitest';
import { GeoPoint, Reference, Timestamp, type Value } from '../../model/value.ts';
import { commitRequest, commitResponse } from './documents.ts';
import { listenRequest, listenResponse } from './listen.ts';
import { runQueryRequest } from './queries.ts';
import { document } from './document.ts';

const protos = join(dirname(createRequire(import.meta.url).resolve('@google-cloud/firestore/package.json')), 'build/protos');
const root = new protobuf.Root();
root.resolvePath = (_origin, target) => join(protos, target);
root.loadSync('google/firestore/v1/firestore.proto');
const official = (name: string) => root.lookupType(`google.firestore.v1.${name}`);

const fields: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['null', null],
  ['bool', true],
  ['int', 42n],
  ['min', -(2n ** 63n)],
  ['max', 2n ** 63n - 1n],
  ['beyond 32 bits', 2n ** 40n],
  ['double', 1.5],
  ['text', 'häß😀'],
  ['long', 'x'.repeat(300)],
  ['time', new Timestamp(1_700_000_000, 123_456_000)],
  ['before 1970', new Timestamp(-1, 5000)],
  ['bytes', new Uint8Array([0, 255, 7])],
  ['ref', new Reference('projects/p/databases/(default)/documents/c/d')],
  ['point', new GeoPoint(-1.25, 0)],
  ['list', [1n, 'two', [], new Map()]],
  [
    'map',
    new Map<string, Value>([
      ['__proto__', 1n],
      ['deep', new Map([['er', false]])],
    ]),
  ],
  ['', 0n],
]);

test('a document survives its own protobuf codec', () => {
  const content = {
    name: 'projects/p/databases/d/documents/c/x',
    fields,
    createTime: new Timestamp(1, 0),
    updateTime: new Timestamp(2, 3000),
  };
  expect(document.decode(document.encode(content))).toEqual(content);
});

test('a document survives its own JSON codec', () => {
  const content = { name: 'projects/p/databases/d/documents/c/x', fields };
  const json: unknown = JSON.parse(JSON.stringify(document.toJson(content)));
  expect(document.fromJson(json)).toEqual(content);
});

test('the official library reads a document as it was written', () => {
  const read = official('Document')
    .decode(document.encode({ name: 'n', fields }))
    .toJSON();
  expect(read.fields).toMatchObject({
    min: { integerValue: '-9223372036854775808' },
    max: { integerValue: '9223372036854775807' },
    text: { stringValue: 'häß😀' },
    'before 1970': { timestampValue: { seconds: '-1', nanos: 5000 } },
    list: { arrayValue: { values: [{ integerValue: '1' }, { stringValue: 'two' }, { arrayValue: {} }, { mapValue: {} }] } },
  });
});

test('a commit that the official library wrote is read in full', () => {
  const type = official('CommitRequest');
  const bytes = type
    .encode(
      type.fromObject({
        database: 'projects/p/databases/(default)',
        transaction: Buffer.from([17, 1]),
        writes: [
          {
            update: { name: 'n', fields: { a: { integerValue: '-7' } } },
            updateMask: { fieldPaths: ['a', 'b.c'] },
            updateTransforms: [
              { fieldPath: 't', setToServerValue: 'REQUEST_TIME' },
              { fieldPath: 'u', appendMissingElements: { values: [{ booleanValue: true }] } },
            ],
            currentDocument: { exists: false },
          },
          { delete: 'm', currentDocument: { updateTime: { seconds: 5, nanos: 6000 } } },
        ],
      }),
    )
    .finish();
  expect(commitRequest.decode(Buffer.from(bytes))).toMatchObject({
    database: 'projects/p/databases/(default)',
    transaction: new Uint8Array([17, 1]),
    writes: [
      {
        update: { name: 'n', fields: new Map([['a', -7n]]) },
        updateMask: { fieldPaths: ['a', 'b.c'] },
        updateTransforms: [
          { fieldPath: 't', setToServerValue: 'REQUEST_TIME' },
          { fieldPath: 'u', appendMissingElements: { values: [true] } },
        ],
        currentDocument: { exists: false },
      },
      { delete: 'm', currentDocument: { updateTime: new Timestamp(5, 6000) } },
    ],
  });
});

test('a query with nested filters, wrapped limit and cursors is read', () => {
  const type = official('RunQueryRequest');
  const bytes = type
    .encode(
      type.fromObject({
        parent: 'x',
        structuredQuery: {
          from: [{ collectionId: 'c', allDescendants: true }],
          where: { compositeFilter: { op: 'OR', filters: [{ unaryFilter: { op: 'IS_NULL', field: { fieldPath: 'a' } } }] } },
          orderBy: [{ field: { fieldPath: 'b' }, direction: 'DESCENDING' }],
          startAt: { values: [{ doubleValue: 0.5 }], before: true },
          offset: 3,
          limit: { value: 10 },
        },
      }),
    )
    .finish();
  expect(runQueryRequest.decode(Buffer.from(bytes)).structuredQuery).toMatchObject({
    from: [{ collectionId: 'c', allDescendants: true }],
    where: { compositeFilter: { op: 'OR', filters: [{ unaryFilter: { op: 'IS_NULL', field: { fieldPath: 'a' } } }] } },
    orderBy: [{ field: { fieldPath: 'b' }, direction: 'DESCENDING' }],
    startAt: { values: [0.5], before: true },
    offset: 3,
    limit: 10,
  });
});

test('the official library reads listen answers', () => {
  const read = official('ListenResponse').decode(
    listenResponse.encode({
      targetChange: { targetChangeType: 'CURRENT', targetIds: [2, 1002], resumeToken: new Uint8Array([1]), readTime: new Timestamp(9, 0) },
    }),
  );
  expect(read.toJSON()).toEqual({
    targetChange: { targetChangeType: 'CURRENT', targetIds: [2, 1002], resumeToken: 'AQ==', readTime: { seconds: '9' } },
  });
});

test('packed target ids and unknown fields are taken', () => {
  const type = official('ListenRequest');
  const bytes = type.encode(type.fromObject({ database: 'd', removeTarget: -3, labels: { a: 'b' } })).finish();
  expect(listenRequest.decode(Buffer.concat([bytes, Buffer.from([0x98, 0x06, 0x01])]))).toMatchObject({
    database: 'd',
    removeTarget: -3,
    labels: true,
  });
});

test('an empty transform list, zero and false are left out of an answer', () => {
  expect(commitResponse.encode({ writeResults: [], commitTime: undefined }).length).toBe(0);
});

test.each([
  ['cut short', Buffer.from([0x0a, 0x05, 0x61])],
  ['an eleven-byte integer', Buffer.from([0x18, ...Array<number>(11).fill(0xff)])],
  ['a wrong wire type', Buffer.from([0x0f])],
  ['text that is not UTF-8', Buffer.from([0x0a, 0x01, 0xff])],
  ['a value of no type', Buffer.from([0x12, 0x06, 0x12, 0x04, 0x0a, 0x00, 0x12, 0x00])],
])('a request that is %s is refused as the client’s mistake', (_what, bytes) => {
  expect(() => (_what === 'a value of no type' ? document.decode(bytes.subarray(2)) : commitRequest.decode(bytes))).toThrow(
    expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
  );
});

test('nesting beyond a hundred levels is refused', () => {
  let value: Value = 1n;
  for (let level = 0; level < 60; level++) value = [value];
  const bytes = document.encode({ name: 'n', fields: new Map([['a', value]]) });
  expect(() => document.decode(bytes)).toThrow(
    expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringContaining('nested') }),
  );
});

test.each([
  ['an unknown field', { nonsense: 1 }],
  ['a wrong type', { database: 5 }],
  ['a list instead of a message', []],
])('JSON with %s is not a valid payload', (_what, json) => {
  expect(() => commitRequest.fromJson(json)).toThrow("Payload isn't valid for request.");
});

test('JSON may be snake_case, and numbers may be text', () => {
  expect(
    runQueryRequest.fromJson({ structured_query: { order_by: [], limit: '7', from: [{ collection_id: 'c' }] } }).structuredQuery,
  ).toMatchObject({
    limit: 7,
    from: [{ collectionId: 'c' }],
  });
});

test('labels are an object in JSON', () => {
  expect(listenRequest.fromJson({ database: 'd', removeTarget: 2, labels: { 'goog-listen-tags': 'limbo-document' } })).toMatchObject({
    database: 'd',
    removeTarget: 2,
  });
});
