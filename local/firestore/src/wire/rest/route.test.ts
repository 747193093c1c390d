import { expect, test } from 'vitest';
import { routeRest } from './route.ts';

const root = '/v1/projects/p/databases/(default)/documents';
const name = 'projects/p/databases/(default)/documents';
const route = (method: string, path: string) => {
  const url = new URL(`http://x${path}`);
  return routeRest(method, url.pathname, url.searchParams);
};

test.each([
  ['GET', `${root}/c/d`, 'GetDocument', { name: `${name}/c/d` }],
  [
    'GET',
    `${root}/c/d?mask.fieldPaths=a&mask.fieldPaths=b&key=k`,
    'GetDocument',
    { name: `${name}/c/d`, mask: { fieldPaths: ['a', 'b'] } },
  ],
  [
    'GET',
    `${root}/c?pageSize=3&show_missing=true`,
    'ListDocuments',
    { parent: name, collectionId: 'c', pageSize: '3', showMissing: 'true' },
  ],
  ['GET', `${root}/c/d/e`, 'ListDocuments', { parent: `${name}/c/d`, collectionId: 'e' }],
  ['GET', `${root}/`, 'ListDocuments', { parent: name }],
  [
    'PATCH',
    `${root}/c/d?currentDocument.exists=true`,
    'UpdateDocument',
    { document: { name: `${name}/c/d` }, currentDocument: { exists: 'true' } },
  ],
  ['DELETE', `/v1beta1/projects/p/databases/(default)/documents/c/d`, 'DeleteDocument', { name: `${name}/c/d` }],
  ['POST', `${root}/c?documentId=x`, 'CreateDocument', { parent: name, collectionId: 'c', documentId: 'x', document: {} }],
  ['POST', `${root}:commit`, 'Commit', { database: 'projects/p/databases/(default)' }],
  ['POST', `${root}/c/d:runQuery`, 'RunQuery', { parent: `${name}/c/d` }],
  ['GET', `${root}/c/a%20b%3Ac`, 'GetDocument', { name: `${name}/c/a b:c` }],
])('%s %s is %s', (method, path, rpc, fields) => {
  expect(route(method, path)).toMatchObject({ rpc, fields });
});

test.each([
  ['GET', root],
  ['PUT', `${root}/c/d`],
  ['POST', `${root}/c/d`],
  ['POST', `${root}/c/d:commit`],
  ['POST', `${root}:nonsense`],
  ['GET', '/v2/projects/p/databases/d/documents/c/d'],
])('%s %s is no call', (method, path) => {
  expect(route(method, path)).toBeUndefined();
});
