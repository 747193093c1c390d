import type { Page } from 'playwright-core';

/** Milliseconds by which a timer and the page's clock may differ: both are rounded, and what starts the timer may run just before the text is drawn. */
export const timerGrain = 100;

/**
 * Watches a text, or an element of that accessible name, from now on.
 * The page's own observer takes the times: looking from outside sees a change up to half a second late, later still on a busy machine.
 * @returns asks for the milliseconds between its first coming and its going; waits until it is gone
 */
export async function watchStanding(page: Page, text: string): Promise<() => Promise<number>> {
  const watch = await page.evaluateHandle((wanted) => {
    const stands = () =>
      document.body.textContent.includes(wanted) || document.querySelector(`[aria-label="${CSS.escape(wanted)}"]`) !== null;
    let since: number | undefined;
    const { promise, resolve } = Promise.withResolvers<number>();
    const observer = new MutationObserver(() => {
      if (stands()) since ??= performance.now();
      else if (since !== undefined) {
        observer.disconnect();
        resolve(performance.now() - since);
      }
    });
    observer.observe(document.documentElement, { subtree: true, childList: true, characterData: true, attributes: true });
    return { gone: promise };
  }, text);
  return () => watch.evaluate(({ gone }) => gone);
}
