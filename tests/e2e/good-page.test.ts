import { expect, test } from 'vitest';
import { openWindow, withBrowser } from './browser.ts';
import { problemsOf } from './good-page.ts';

withBrowser();

const pageOf = (colour: string) => `<!doctype html><html lang="en"><title>A page</title><main><h1>A page</h1>
  <button style="background: #fff; color: ${colour}; transition: color 60s">Save</button></main></html>`;

test('contrast is measured as it is when a transition has ended', async () => {
  const { page } = await openWindow({ width: 1280, height: 800 });
  await page.setContent(pageOf('#eee'));
  expect(await problemsOf(page)).toHaveLength(1);
  await page.getByRole('button').evaluate((button) => {
    button.style.color = '#000';
  });
  expect(await problemsOf(page)).toEqual([]);
});
