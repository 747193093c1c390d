import { expect, test } from 'vitest';
import { openWindow, withBrowser } from './browser.ts';
import { problemsOf } from './good-page.ts';

withBrowser();

/** Bytes per second of a 10 Mbit/s link. */
const link = (10 * 1000 * 1000) / 8;

test('the landing page moves nothing while it loads on a slow machine and a 10 Mbit/s link, and says when its largest part was painted', async () => {
  const { page, context } = await openWindow({ width: 1280, height: 800 });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    downloadThroughput: link,
    uploadThroughput: link,
  });
  let script = 0;
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  const sizes = new Map<string, number>();
  devtools.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && sizes.set(requestId, 0));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (sizes.has(requestId)) script += encodedDataLength;
  });
  await page.addInitScript(() => {
    const seen = { lcp: 0, cls: 0 };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => (seen.lcp = list.getEntries().at(-1)?.startTime ?? 0)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.cls += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  // A busy machine paints after its network is idle.
  await page.waitForFunction(() => (globalThis as unknown as { seen: { lcp: number } }).seen.lcp > 0);
  const { lcp, cls } = await page.evaluate(() => (globalThis as unknown as { seen: { lcp: number; cls: number } }).seen);
  console.log(`landing page: LCP ${Math.round(lcp)} ms, CLS ${cls.toFixed(4)}, scripts ${Math.round(script / 1024)} KiB on the wire`);
  expect(lcp).toBeGreaterThan(0);
  expect(cls).toBeLessThan(0.02);
});

const pages = ['/', '/services', '/about', '/contact-us', '/documentation/create', '/documentation/overview'];

test.each(pages.flatMap((path) => (['light', 'dark'] as const).map((theme) => [path, theme] as const)))(
  '%s in %s has nothing serious for axe',
  async (path, theme) => {
    const { page } = await openWindow({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: theme });
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(await problemsOf(page)).toEqual([]);
  },
);

test.each([360, 390, 1280, 1920])('no public page is wider than a window of %i px', async (width) => {
  const { page } = await openWindow({ width, height: 800 });
  const tooWide: string[] = [];
  for (const path of [...pages, '/documentation/query', '/documentation/real-time-connection']) {
    await page.goto(path);
    if (await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth > 0)) tooWide.push(path);
  }
  expect(tooWide).toEqual([]);
});
