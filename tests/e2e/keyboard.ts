import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** A person who has no mouse: moves with Tab, types, presses Enter and Space. */
export function keyboardOf(page: Page) {
  const focused = () =>
    page.evaluate(() => {
      const at = document.activeElement;
      const label =
        at?.getAttribute('aria-label') ?? (at instanceof HTMLInputElement ? at.name || at.labels?.[0]?.textContent : at?.textContent);
      return (label ?? '').trim();
    });

  /** @param name its label or text; a field's name or label */
  async function tabTo(name: string | RegExp): Promise<void> {
    const isThere = (text: string) => (typeof name === 'string' ? text === name : name.test(text));
    const step = async () => {
      if (!isThere(await focused())) await page.keyboard.press('Tab');
      return isThere(await focused());
    };
    await expect.poll(step, { message: `Tab reaches ${name}`, timeout: 20_000, interval: 5 }).toBe(true);
  }

  return {
    focused,
    tabTo,
    async press(name: string | RegExp, key = 'Enter'): Promise<void> {
      await tabTo(name);
      await page.keyboard.press(key);
    },
    async fill(field: string | RegExp, text: string): Promise<void> {
      await tabTo(field);
      await page.keyboard.press('Control+A');
      await page.keyboard.type(text);
    },
  };
}
