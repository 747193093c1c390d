import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { target } from '../support/target.ts';

/** For journeys that also look at how a page moves. */
export const inMotion = { reducedMotion: 'no-preference' } as const;

export const sizes = [
  ['1280 px', { width: 1280, height: 800 }],
  ['390 px', { width: 390, height: 844 }],
] as const;

/** One person's browser window, with storage of its own. */
export interface Window {
  page: Page;
  context: BrowserContext;
  /** Console errors that this window may show: what a refusal or a lost network makes Chromium print by itself. */
  expectErrors(pattern: RegExp): void;
}

/** One for all files of a run; it ends with the process. */
let browser: Browser | undefined;
const opened: { context: BrowserContext; problems: string[]; expected: RegExp[] }[] = [];
/** How many windows the file itself opened, before the test that runs. */
let kept = 0;

/**
 * For a test file with windows. After each test, an unexpected console error or refusal of the Content-Security-Policy in any
 * window fails it, and the windows that it opened close: an open page goes on following changes, which the next test would wait for.
 */
export function withBrowser(): void {
  beforeEach(() => {
    kept = opened.length;
  });
  afterEach(async () => {
    const problems = opened.flatMap((window) =>
      window.problems.splice(0).filter((text) => !window.expected.some((known) => known.test(text))),
    );
    await closeFrom(kept);
    expect(problems, 'errors in the browser console').toEqual([]);
  });
  afterAll(() => closeFrom(0));
}

/** Chromium at times never answers a close; the next window then has a new browser. */
async function closeFrom(first: number): Promise<void> {
  for (const { context } of opened.splice(first)) {
    const closed = await Promise.race([context.close().then(() => true), pause(10_000, false, { ref: false })]);
    if (!closed) browser = undefined;
  }
}

/**
 * Nothing moves in it unless `look` says so: frames of transitions, and the wait for their ends, took a tenth of the processor's time.
 * @param look how the person likes pages: with motion, dark …
 */
export async function openWindow(viewport: { width: number; height: number }, look: BrowserContextOptions = {}): Promise<Window> {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const context = await (await chromiumOfRun()).newContext({
    reducedMotion: 'reduce',
    ...look,
    baseURL: target.web,
    viewport,
    permissions,
  });
  context.setDefaultTimeout(40_000); // a busy machine takes its time; what never comes still fails
  const window = { context, problems: [] as string[], expected: [] as RegExp[] };
  opened.push(window);
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      console.error(`Content-Security-Policy refuses ${violatedDirective} of ${blockedURI} in ${sourceFile}`),
    );
  });
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') window.problems.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => window.problems.push(String(error.stack ?? error)));
  return { page, context, expectErrors: (pattern) => window.expected.push(pattern) };
}

async function chromiumOfRun(): Promise<Browser> {
  if (browser?.isConnected()) return browser;
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  browser = await chromium.launch({ executablePath: chromiumPath(), args });
  return browser;
}

function chromiumPath(): string {
  const found = [process.env.CHROMIUM, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
    (path) => path && existsSync(path),
  );
  if (!found) throw new Error('Chromium was not found: install it or set CHROMIUM to its path.');
  return found;
}
