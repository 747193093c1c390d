import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** @returns what is serious for people who use assistive technology, or wider than the window. Wants a page without motion: axe measures contrast. */
export async function problemsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const { pathname } = new URL(page.url());
  return [
    ...serious.map(({ id, nodes }) => `${pathname} ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
    ...(await sideways(page)),
  ];
}

/** @returns the page's name when it scrolls sideways */
export async function sideways(page: Page): Promise<string[]> {
  const tooWide = await page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) > window.innerWidth);
  return tooWide ? [`${new URL(page.url()).pathname} scrolls sideways`] : [];
}
