import { expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { aDeclaredStorage } from '../support/declared.ts';
import { anAdmin, aProject } from '../support/personas.ts';
import { openWindow, sizes, withBrowser } from './browser.ts';
import { signInAt, openDataView, rowWith } from './console-actions.ts';
import { problemsOf } from './good-page.ts';

withBrowser();

const table = [
  'agent,version,price,on,count,at,title,share,size',
  '007,1.10,10.00,TRUE,9007199254740993,2026-03-28T23:30:00-02:00,null,"1,5",38',
  '12,1.9,9.50,false,5,2026-03-29T01:00:00Z,five,2,n/a',
  '7,1.1,0.10,TRUE,7,2026-03-29T03:00:00+02:30,a|b,"0,5",40',
].join('\n');

test('one table becomes the same records through the console and through the API, and each value is found as it is meant', async () => {
  const admin = await anAdmin();
  const { id: projectId } = await aProject(admin, 'Tables');
  const [byConsole, byApi] = [
    await aDeclaredStorage(admin, { projectId, storageKey: 'console' }),
    await aDeclaredStorage(admin, { projectId, storageKey: 'api' }),
  ];
  expect(await byApi.import(table, 'text/csv')).toMatchObject({
    status: 201,
    body: { warnings: [{ field: 'version' }, { field: 'share' }, { field: 'size' }] },
  });

  const { page } = await openWindow(sizes[0][1]);
  await signInAt(page, admin);
  await openDataView(page, projectId, byConsole.storageId);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Choose file').setInputFiles({ name: 'agents.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
  await dialog.getByText('Is 1,5 a number here? Choose the type; as text it cannot be added up.').waitFor();
  await dialog.getByText(/^Numbers such as the versions 1\.9 and 1\.10 stay text/).waitFor();
  await dialog.getByText(/^Several kinds: 2 of 3 are alike, “n\/a” is not\./).waitFor();
  expect(await dialog.getByLabel('Type of size').inputValue()).toBe('text');
  expect(await problemsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Check rows' }).click();
  await dialog.getByRole('list', { name: 'Declare new fields' }).waitFor();
  expect(await problemsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Import 3 rows' }).click();
  // The import has declared fields: its result stays, with the way back.
  await dialog.getByText('3 records imported.').waitFor();
  await dialog.getByRole('button', { name: 'Undo import' }).waitFor();
  await expect.poll(() => page.getByText('007').count()).toBeGreaterThan(0); // the view below knows the records, and the new field
  await dialog.getByRole('button', { name: 'Close' }).click();
  await rowWith(page, '007').waitFor();

  const amounts = { price: { type: 'decimal' } };
  for (const [storage, declared] of [
    [byConsole, { ...amounts, on: { type: 'boolean' }, at: { type: 'dateTime' } }],
    [byApi, amounts],
  ] as const) {
    const { data } = await mustCall<{ data: { schema: { fields: object } } }>({ path: `${storage.console}/schema`, token: admin.token });
    expect(data.schema.fields).toEqual(declared);
    const records = await storage.list('sortBy=-price');
    expect(
      records.map(({ agent, version, price, on, count, title, share, size }) => [agent, version, price, on, count, title, share, size]),
    ).toEqual([
      ['007', '1.10', '10.00', true, '9007199254740993', 'null', '1,5', '38'],
      ['12', '1.9', '9.50', false, '5', 'five', '2', 'n/a'],
      ['7', '1.1', '0.10', true, '7', 'a|b', '0,5', '40'],
    ]);
    const agents = async (query: string) => (await storage.list(query)).map(({ agent }) => agent);
    for (const [query, found] of [
      ['agent=007', ['007']],
      ['agent=7', ['7']],
      ['version=1.10', ['007']],
      ['price=9.5', ['12']],
      ['price<10&sortBy=price&sortOrder=asc', ['7', '12']],
      ['on=true&sortBy=agent&sortOrder=asc', ['007', '7']],
      ['count=9007199254740993', ['007']],
      ['title="null"', ['007']],
      ['title=null', []],
      ['title="a|b"', ['7']],
      ['share=1,5', ['007']],
      ['size=40', ['7']],
    ] as const)
      expect([query, await agents(query)]).toEqual([query, found]);
    expect(await storage.totals('op=sum:price')).toEqual({ sum: { price: '19.60' } });
  }
});
