import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test, vi } from 'vitest';
import { mustCall } from '../support/call.ts';
import { aDeclaredStorage, type DeclaredStorage } from '../support/declared.ts';
import { type Admin, anAdmin, aProject } from '../support/personas.ts';
import { openWindow, sizes, withBrowser } from './browser.ts';
import { signInAt } from './console-actions.ts';
import { problemsOf } from './good-page.ts';

/** Wrong declarations in the dialog of a field. */

withBrowser();

interface Wrong {
  readonly type: string;
  readonly fill: (dialog: Locator) => Promise<void>;
  readonly told: RegExp;
}

const into = (label: string, value: string) => (dialog: Locator) => dialog.getByLabel(label, { exact: true }).fill(value);
const chosen = (label: string, value: string) => (dialog: Locator) =>
  dialog
    .getByLabel(label, { exact: true })
    .selectOption(value)
    .then(() => undefined);
const on = (label: string) => (dialog: Locator) => dialog.getByLabel(label, { exact: true }).click();
const all =
  (...steps: ((dialog: Locator) => Promise<void>)[]) =>
  async (dialog: Locator) => {
    for (const step of steps) await step(dialog);
  };
const value = (text: string) => all(chosen('A new record without the field gets', 'value'), into('Value', text));

const wrong: readonly (readonly [what: string, wrong: Wrong])[] = [
  [
    'a least above the most',
    { type: 'number', fill: all(into('Least value', '9'), into('Greatest value', '2.5')), told: /greatest|least|above|below/i },
  ],
  ['a least that is no day', { type: 'date', fill: into('Least value', '2026-02-30'), told: /date/ }],
  [
    'a shortest above the longest',
    { type: 'text', fill: all(into('Least length', '7'), into('Greatest length', '3')), told: /length|least|greatest/i },
  ],
  ['a default of another type', { type: 'integer', fill: value('a dozen'), told: /whole number/ }],
  ['a default beyond the bounds', { type: 'decimal', fill: all(into('Greatest value', '5'), value('7.25')), told: /5/ }],
  ['a default that the pattern does not match', { type: 'text', fill: all(into('Pattern', '[a-z]{2}'), value('ABC')), told: /match/ }],
  ['a pattern that is none', { type: 'text', fill: into('Pattern', '[a-'), told: /pattern|expression/i }],
  ['a pattern that looks back', { type: 'text', fill: into('Pattern', '(a)\\1'), told: /pattern|expression/i }],
  ['no values to choose from', { type: 'enum', fill: async () => undefined, told: /Enter at least one value/ }],
  ['too many decimals', { type: 'decimal', fill: into('Decimals', '19'), told: /at most 18/ }],
  ['decimals that are no number', { type: 'decimal', fill: into('Decimals', '-1'), told: /whole number/ }],
  ['a zone that nobody has', { type: 'dateTime', fill: into('Time zone', 'Mars/Base'), told: /zone/i }],
  ['no storage of the record', { type: 'reference', fill: async () => undefined, told: /Choose the storage/ }],
  [
    'a cascade into itself',
    {
      type: 'reference',
      fill: all(
        (dialog) =>
          dialog
            .getByLabel('Storage of the record', { exact: true })
            .selectOption({ label: 'My parts' })
            .then(() => undefined),
        chosen('When that record is deleted', 'cascade'),
      ),
      told: /circle|itself/i,
    },
  ],
  ['a unique rule that stored values break', { type: 'text', fill: on('No two records share a value'), told: /share|same/i }],
];

let admin: Admin;
let storage: DeclaredStorage;
let projectId = '';
let page: Page;
const read = async () => (await mustCall<{ data: { state: string } }>({ path: `${storage.console}/schema`, token: admin.token })).data;

beforeAll(async () => {
  admin = await anAdmin();
  projectId = (await aProject(admin)).id;
  storage = await aDeclaredStorage(admin, { projectId, storageKey: 'parts', state: 'enforce', fields: { kept: { type: 'number' } } });
  await storage.add([{ clashing: 'same' }, { clashing: 'same' }, { clashing: 'other' }]);
  await vi.waitUntil(async () => (await read()).state === 'enforce', { timeout: 90_000, interval: 1000 });
}, 120_000);

test.each(sizes)('at %s what contradicts itself is refused in sight, at its input, and nothing is stored', async (_, size) => {
  const window = await openWindow(size);
  ({ page } = window);
  window.expectErrors(/400/);
  await signInAt(page, admin);
  await page.goto(`/project/${projectId}/data-storage/${storage.storageId}/fields`);
  const before = await read();
  const faults: string[] = [];
  for (const [what, { type, fill, told }] of wrong) {
    await page.getByRole('button', { name: 'Add Field' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Field' });
    await dialog.getByLabel('Field name').fill('clashing');
    await dialog.getByLabel('Type', { exact: true }).selectOption(type);
    await fill(dialog);
    await dialog.getByRole('button', { name: 'Add Field' }).click();
    const alert = dialog.getByRole('alert').filter({ hasText: told }).first();
    const isTold = await alert.waitFor({ timeout: 30_000 }).then(
      () => true,
      () => false,
    );
    const shown = await dialog.getByRole('alert').allTextContents();
    const isSeen =
      isTold &&
      (await alert.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        const at = document.elementFromPoint(element.getBoundingClientRect().left + 5, (top + bottom) / 2);
        return top >= 0 && bottom <= document.documentElement.clientHeight && at !== null && (element.contains(at) || at.contains(element));
      }));
    if (!isSeen) faults.push(`${what}: ${JSON.stringify(shown)}`);
    if (what === 'a least above the most') faults.push(...(await problemsOf(page)));
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const leave = page.getByRole('button', { name: /Discard|Leave/ });
    await leave
      .or(page.getByRole('button', { name: 'Add Field' }))
      .first()
      .waitFor();
    if (await leave.count()) await leave.click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  expect(faults).toEqual([]);
  expect(await read()).toEqual(before);
});
