import type { StorageSchema } from '@bedplate/contract';
import { expect, test } from 'vitest';
import { reactSampleOf } from './react-sample.ts';

const sample = { origin: 'https://app.example.com', projectId: 'p1', storage: { id: 's1', storageKey: 'notes' }, schema: null };

test('the app names the project, the storage and the key that was made', () => {
  const code = reactSampleOf({ ...sample, apiKey: 'bp_first' });
  expect(code).toContain('npm i https://app.example.com/client.tgz https://app.example.com/react.tgz');
  expect(code).toContain("projectId: 'p1'");
  expect(code).toContain(".storage('notes', 's1')");
  expect(code).toContain("apiKey: 'bp_first'");
});

test('without a key the app takes it from the environment of its build', () => {
  expect(reactSampleOf({ ...sample, apiKey: null })).toContain('apiKey: import.meta.env.VITE_BEDPLATE_API_KEY');
});

test('of app users it sends what they sign in by, another one at each press', () => {
  const code = reactSampleOf({ ...sample, storage: { id: 's1', storageKey: 'users' }, apiKey: null });
  expect(code).toContain("create({ username: 'ada-' + Date.now(), password: 'quiet-Harbour-27' })");
});

test('it sends what the storage requires, with values of its own where a value is taken once', () => {
  const fields: StorageSchema['fields'] = {
    title: { type: 'text', required: true },
    'unit price': { type: 'decimal', required: true },
    code: { type: 'text', required: true },
    contact: { type: 'email', required: true },
    nr: { type: 'integer', required: true },
  };
  const schema = { fields, unique: [{ fields: ['code'] }, { fields: ['contact'] }, { fields: ['nr'] }], closed: true };
  const code = reactSampleOf({ ...sample, schema, apiKey: null });
  expect(code).toContain(`const newRecord = () => ({
  title: 'Hello',
  'unit price': '12.50',
  code: 'MUG-1-' + Date.now(),
  contact: 'ada-' + Date.now() + '@example.com',
  nr: Date.now(),
});`);
  expect(code).toContain('create(newRecord())');
});
