import type { Page } from 'playwright-core';

/** @returns which of the names are on the page, but nowhere whole: a box around them, or the window, hides their end */
export async function cutNames(page: Page, names: readonly string[], within = 'body'): Promise<string[]> {
  const { pathname } = new URL(page.url());
  return (await page.evaluate(cut, { names: [...names], within })).map((name) => `${pathname}: ${name}`);
}

/** Runs in the page. */
function cut({ names, within }: { names: readonly string[]; within: string }): string[] {
  return names.filter((name) => {
    const shown = [...document.querySelectorAll(`${within} *`)].filter(
      (element) =>
        element.textContent === name && element.checkVisibility() && ![...element.children].some((child) => child.textContent === name),
    );
    return shown.length === 0 || shown.some((element) => !isWhole(element));
  });

  function isWhole(element: Element): boolean {
    const range = document.createRange();
    range.selectNodeContents(element);
    const lines = [...range.getClientRects()];
    for (let box: Element | null = element; box; box = box.parentElement) {
      if (!/hidden|clip/.test(getComputedStyle(box).overflowX)) continue;
      const { left, right, bottom } = box.getBoundingClientRect();
      if (lines.some((line) => line.left < left - 1 || line.right > right + 1 || line.bottom > bottom + 4)) return false;
    }
    return lines.every((line) => line.right <= document.documentElement.clientWidth + 1);
  }
}
