import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Runs axe in the page itself: its Playwright builder opens a second page for each report, which takes four times as long.
 * @returns what is serious for people who use assistive technology, or wider than the window. Wants a page without motion: axe measures contrast.
 */
export async function problemsOf(page: Page): Promise<string[]> {
  // Once for each document: reading the library takes longer than a run of it.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const { violations } = await page.evaluate(async () => {
    // In the frame of a change a transition still shows the earlier colours, however short it is.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, *::before, *::after { transition: none !important }');
    document.adoptedStyleSheets.push(sheet);
    const { axe: inPage } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } };
    return inPage.run({ resultTypes: ['violations'] }).finally(() => document.adoptedStyleSheets.pop());
  });
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

/** @returns the hints of empty search fields that are longer than their field */
export async function cutHints(page: Page): Promise<string[]> {
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('input[type="search"]')]
      .filter((field) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(field);
        const ruler = document.createElement('span');
        ruler.style.cssText = 'position: absolute; white-space: nowrap';
        ruler.style.font = font;
        ruler.textContent = field.placeholder;
        document.body.append(ruler);
        const { width } = ruler.getBoundingClientRect();
        ruler.remove();
        return width > field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      })
      .map(({ placeholder }) => placeholder),
  );
  return cut.map((hint) => `${new URL(page.url()).pathname}: ${hint}`);
}
