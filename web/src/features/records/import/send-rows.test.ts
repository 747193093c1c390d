import { expect, onTestFinished, test } from 'vitest';
import { fakeServer } from '../../../testing/fake-server.ts';
import { signInAs } from '../../../testing/render-app.tsx';
import { loadTexts } from '../../../texts/index.ts';
import { nothingYet, sendRows } from './send-rows.ts';

test('rows of records that had been deleted are counted', async () => {
  signInAs();
  fakeServer({
    'POST /app/project/p1/dataStorages/s1/import': () => ({ success: true, data: { accepted: 3, rejected: 0, errors: [] } }),
  });
  const { deleted } = await sendRows(
    {
      storage: { projectId: 'p1', storageId: 's1' },
      file: new File(['{"n":1,"is_deleted":true}\n{"n":2,"is_deleted":false}\n{"n":3}\n'], 'records.ndjson'),
      format: 'ndjson',
      columns: [],
      key: 'a-key-of-it',
    },
    { dryRun: true, from: nothingYet, signal: new AbortController().signal, onProgress: () => {} },
  );
  expect(deleted).toBe(1);
});

test('a row that the server refuses says why in the language of the page', async () => {
  signInAs();
  await loadTexts('zh');
  onTestFinished(() => loadTexts('en'));
  const refused = { row: 1, field: 'email', message: 'This email is already taken.', key: 'rowTaken', values: { fields: 'email' } };
  fakeServer({
    'POST /app/project/p1/dataStorages/s1/import': () => ({ success: true, data: { accepted: 0, rejected: 1, errors: [refused] } }),
  });
  const { problems } = await sendRows(
    {
      storage: { projectId: 'p1', storageId: 's1' },
      file: new File(['{"email":"ada@example.test"}\n'], 'people.ndjson'),
      format: 'ndjson',
      columns: [],
      key: 'a-key-of-it',
    },
    { dryRun: true, from: nothingYet, signal: new AbortController().signal, onProgress: () => {} },
  );
  expect(problems.map(({ message }) => message)).toEqual(['此 email 已被占用。']);
});
