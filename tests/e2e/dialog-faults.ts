import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { problemsOf } from './good-page.ts';
import { unreachable } from './reachable.ts';

/**
 * Of the dialog that opens now: Escape closes it, and the focus goes back.
 * @param opener what had the focus, or holds it
 */
export async function faultsOfDialog(opener: Locator, what: string): Promise<string[]> {
  const page = opener.page();
  // A dialog below another one is hidden from roles; the one with the button is not the one that it opens.
  const dialog = page.getByRole('dialog', { name: /./ }).filter({ hasNot: opener });
  await expect.poll(() => dialog.isVisible(), { message: `${what}: opens` }).toBe(true);
  await page.waitForFunction(() => !document.querySelector('[role=dialog] [aria-busy="true"], [role=dialog] .MuiSkeleton-root'));
  const opened = await dialog.elementHandle();
  const begin = await page.evaluate(faultOfBegin);
  const faults = [...begin, ...(await problemsOf(page)), ...(await unreachable(page))];
  await page.keyboard.press('Escape');
  await page.waitForFunction((one) => one === null || !one.isConnected, opened);
  const isBack = () => opener.evaluate((one) => one.contains(document.activeElement));
  await expect.poll(isBack, { message: `${what}: the focus comes back` }).toBe(true);
  return faults.map((fault) => `${what}: ${fault}`);
}

/** Presses a button of the uppermost dialog, or of the page, by the keyboard. @returns the faults of the dialog that it opens */
export async function faultsOfPressed(page: Page, name: string | RegExp): Promise<string[]> {
  const button = page.getByRole('button', { name, exact: true }).first();
  await expect.poll(() => button.isEnabled(), { message: `${name}: can be pressed` }).toBe(true);
  await button.press('Enter');
  return faultsOfDialog(button, String(name));
}

/** In the page: whether the dialog has the focus, and not on a choice that may stay open while a text after it is needed. */
function faultOfBegin(): string[] {
  const at = document.activeElement;
  const dialog = at?.closest('[role=dialog]');
  if (!dialog) return ['the focus is not in the dialog'];
  const needed = [...dialog.querySelectorAll<HTMLInputElement>('input[aria-required=true]')].some(({ value }) => value === '');
  const isOpen = at instanceof HTMLSelectElement && at.value === '' && !at.matches('[aria-required=true]');
  return isOpen && needed ? ['the focus is on a choice that may stay open'] : [];
}
