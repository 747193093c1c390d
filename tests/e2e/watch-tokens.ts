import type { Page, Request } from 'playwright-core';

/** Visitors ask these as well. */
const ofVisitors = ['/app/config', '/app/authentication/login', '/app/authentication/check-2fa-setting'];

/**
 * Follows which token the console's calls carry, from now on; the page is one of the console's origin.
 * @returns `note` to call after each page, which may have renewed the stored token; how many calls were `sent`; those with `others`
 */
export async function watchTokens(page: Page) {
  const calls: { call: string; bearer: string | undefined }[] = [];
  const stored = new Set<string | undefined>();
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/app/') || ofVisitors.includes(pathname)) return;
    calls.push({ call: `${request.method()} ${pathname}`, bearer: request.headers().authorization });
  });
  const note = async () => void stored.add(await page.evaluate(() => `Bearer ${localStorage.getItem('token')}`));
  await note();
  return {
    note,
    sent: () => calls.length,
    others: () => calls.filter(({ bearer }) => !stored.has(bearer)),
  };
}
