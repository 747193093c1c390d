import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aProject, anAdmin, aStorage } from '../support/personas.ts';
import { openWindow, withBrowser } from './browser.ts';
import { signInAt } from './console-actions.ts';

withBrowser();

const size = { width: 1280, height: 900 };

test('in forced colours a button has an edge, and the open page is marked', async () => {
  const admin = await anAdmin();
  const { id } = await aProject(admin);
  const { id: storageId } = await aStorage(admin, id, 'notes');
  const { page } = await openWindow(size, { forcedColors: 'active' });
  await signInAt(page, admin);
  await page.goto(`/project/${id}/data-storage/${storageId}/view`);
  const button = page.getByRole('button', { name: 'Add Record' }).first();
  await button.waitFor();
  expect(await button.evaluate((element) => getComputedStyle(element).borderTopWidth)).toBe('1px');
  expect(await surfaceOf(page, 'Data Storage')).toBe(await highlight(page));
  expect(await surfaceOf(page, 'Endpoints')).not.toBe(await highlight(page));
});

test.each(['light', 'dark'] as const)(
  'a page of the documentation in %s colours is printed as text alone, dark on white',
  async (colorScheme) => {
    const { page } = await openWindow(size, { colorScheme });
    await page.goto('/documentation/access-rules');
    await page.emulateMedia({ media: 'print', colorScheme });
    const heading = page.getByRole('heading', { name: 'Access rules', level: 1 });
    expect(await heading.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(18, 22, 28)');
    for (const around of ['.site-header', '.topics', '.outline', '.site-footer'])
      expect(await page.locator(around).first().isVisible()).toBe(false);
    expect(
      await page
        .locator('.sample pre')
        .first()
        .evaluate((element) => getComputedStyle(element).whiteSpace),
    ).toBe('pre-wrap');
  },
);

function surfaceOf(page: Page, name: string): Promise<string> {
  const link = page.getByRole('navigation').getByRole('link', { name, exact: true }).first();
  return link.evaluate((element) => getComputedStyle(element).backgroundColor);
}

/** The colour that this browser gives to what is chosen. */
function highlight(page: Page): Promise<string> {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.cssText = 'forced-color-adjust: none; background-color: Highlight';
    const colour = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return colour;
  });
}
