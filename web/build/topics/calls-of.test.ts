import { expect, test } from 'vitest';
import { apiCalls } from './plugin.ts';

const calls = await apiCalls();

test('every call of the OpenAPI document has a row with its parameters, body and answers', () => {
  expect(calls.length).toBeGreaterThan(20);
  expect(calls.find(({ id }) => id === 'recordList')).toMatchObject({
    method: 'GET',
    path: '/api/{storageKey}/{storageId}',
    caller: 'keys or a user',
    body: { types: [] },
  });
  expect(calls.find(({ id }) => id === 'recordList')?.parameters).toContainEqual({
    name: 'limit',
    type: 'integer, 1 to 100, default 10',
    isRequired: false,
    about: 'Records of a page.',
  });
  expect(calls.find(({ id }) => id === 'userAuthenticate')).toMatchObject({
    caller: 'keys',
    body: { types: ['application/json'], fields: [{ name: 'username', type: 'text', isRequired: true }, { name: 'password' }] },
    answers: [{ status: '200', fields: ['data', 'accessToken', 'expiresIn', 'refreshToken', 'recoveryCodes'] }],
  });
  expect(calls.find(({ id }) => id === 'health')).toMatchObject({ caller: 'anyone' });
});

test('a body of free fields says so', () => {
  expect(calls.find(({ id }) => id === 'recordCreate')?.body.about).toBe('The fields of a record, by name.');
});
