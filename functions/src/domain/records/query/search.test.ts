import { fold } from '@bedplate/contract';
import { FieldValue } from '@google-cloud/firestore';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseOf, makeStorage, startDataServices } from '../../../../test/data-services.ts';
import { gramTokens, lateTokens } from '../../search-text/tokens.ts';
import { recordPath } from '../model/paths.ts';
import { updateRecord } from '../write/change-record.ts';
import { createRecords } from '../write/create-records.ts';
import { list } from './list.ts';
import { parseListQuery } from './parse-query.ts';

let data: Awaited<ReturnType<typeof startDataServices>>;
let read: Awaited<ReturnType<typeof makeStorage>>;
const names = ['Le Café', 'un cafe', 'ΟΔΟΣ', 'O’Neill', 'Zürich', 'plain'];
const ids: string[] = [];

beforeAll(async () => {
  data = await startDataServices();
  read = await makeStorage(data.services);
  for (const name of names) {
    const made = await createRecords(data.services, await read(), { inputs: [{ name, tags: [name] }], actor: 'a' });
    ids.push(...made.map(({ id }) => id));
  }
});
afterAll(() => data.stop());

/** The names that a query finds, and how it was answered. */
async function found(query: string) {
  const page = await list(data.services, await read(), parseListQuery(`${query}&limit=50`));
  return { names: page.found.map(({ fields }) => fields.name).toSorted(), path: page.path };
}

test.each([
  ['cafe', ['Le Café', 'un cafe']],
  ['CAFÉ', ['Le Café', 'un cafe']],
  ['οδοσ', ['ΟΔΟΣ']],
  ['οδος', ['ΟΔΟΣ']],
  ["o'neill", ['O’Neill']],
  ['O’Neill', ['O’Neill']],
  ['zurich', ['Zürich']],
  ['zü', ['Zürich']],
  ['lai', ['plain']],
])('a search for %s finds %j, also as a part of a field and of a list', async (term, expected) => {
  for (const query of [`search=${encodeURIComponent(term)}`, `name~${encodeURIComponent(term)}`, `tags~${encodeURIComponent(term)}`])
    expect([query, (await found(query)).names]).toEqual([query, expected]);
});

test('an exact comparison stays exact', async () => {
  expect((await found('name=un cafe')).names).toEqual(['un cafe']);
  expect((await found('name=un café')).names).toEqual([]);
});

/** Makes a record what 0.1.0 wrote: without the tokens of its texts without accents. */
async function age(name: string): Promise<string> {
  const [made] = await createRecords(data.services, await read(), { inputs: [{ name }], actor: 'a' });
  const late = lateTokens([fold(name)], gramTokens([fold(name)]));
  const { id } = await read();
  await databaseOf(data.services.store)
    .doc(recordPath(id, made?.id ?? ''))
    .update(Object.fromEntries(late.map((token) => [token, FieldValue.delete()])));
  return made?.id ?? '';
}

test('a record of an earlier version is found by its words as they stand, and by others after its next change', async () => {
  const id = await age('Crème brûlée');
  expect((await found(`search=${encodeURIComponent('brûlée')}`)).names).toEqual(['Crème brûlée']);
  await updateRecord(data.services, await read(), { id, fields: { price: 1 }, actor: 'a' });
  expect((await found('search=brulee')).names).toEqual(['Crème brûlée']);
  const other = await age('Señor');
  await updateRecord(data.services, await read(), { id: other, fields: { name: 'Senora' }, actor: 'a' });
  expect((await found('search=senor')).names).toEqual(['Senora']);
  expect((await found(`search=${encodeURIComponent('señ')}`)).names).toEqual(['Senora']);
});
