import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { requireChromium } from './checks/chromium.mjs';
import { logInAsAdmin } from './demo/log-in.mjs';
import { seedDemo } from './demo/seed.mjs';
import { addressesAt, freeOffset } from './suite/addresses.mjs';
import { root } from './suite/paths.mjs';
import { startSuite } from './suite/suite.mjs';

/**
 * npm run first-styles: notes the styles of the console's pages as they are first drawn, in web/src/app/first-styles.css.
 * A build serves them as one file, so that a browser need not make them (web/build/performance/first-styles.ts). To be run when the look of a page
 * has changed; a style that is missing there is made in the browser. `--port-offset <n>` takes a copy that runs already.
 */
const file = join(root, 'web/src/app/first-styles.css');
const pages =
  '/projects /users /administration /billing /archived-projects /feedback {project}/home {project}/data-storage {view} {project}/endpoints {project}/webhooks {project}/sandbox {project}/keys {project}/file-storage {project}/archived-storage {project}/reporting';

const { values: options } = parseArgs({ options: { 'port-offset': { type: 'string' } } });
const running = options['port-offset'] && { addresses: addressesAt(Number(options['port-offset'])), stop: async () => {} };
const suite = running || (await startSuite({ portOffset: await freeOffset(), say: console.log }));
const rules = new Set();
try {
  await seedDemo(suite.addresses);
  const browser = await chromium.launch({ executablePath: requireChromium(), args: ['--no-sandbox', '--disable-gpu'] });
  const page = await (await browser.newContext({ baseURL: suite.addresses.web, viewport: { width: 1280, height: 800 } })).newPage();
  await page.addInitScript(noteRules);
  // A slow answer makes the pages draw their placeholders also.
  await page.route('**/app/**', async (route) => {
    await sleep(400);
    await route.continue();
  });
  await page.goto('/login');
  await note(page);
  const addresses = await logInAsAdmin(page);
  for (const path of pages.split(' ')) {
    await page.goto(path.replace(/\{(\w+)\}/g, (_, name) => addresses[name]));
    await note(page);
  }
  await browser.close();
} finally {
  await suite.stop();
}
writeFileSync(file, ['/* Written by npm run first-styles. */', ...rules, ''].join('\n'));
console.log(`${rules.size} rules in ${file}`);

/** In the page, before its code: keeps what the components' styles are made of, without those that a build has linked. */
function noteRules() {
  document.addEventListener('readystatechange', () => document.querySelector('link[data-emotion]')?.remove(), { once: true });
  const insertRule = CSSStyleSheet.prototype.insertRule;
  window.madeRules = [];
  CSSStyleSheet.prototype.insertRule = function (rule, index) {
    if (this.ownerNode?.dataset.emotion === 'css') window.madeRules.push(rule);
    return insertRule.call(this, rule, index);
  };
}

async function note(page) {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(async () => {
    const before = window.madeRules.length;
    await new Promise((resolve) => setTimeout(resolve, 700));
    return window.madeRules.length === before && !document.querySelector('[aria-busy="true"], .MuiSkeleton-root');
  });
  for (const rule of await page.evaluate(() => window.madeRules)) rules.add(rule.replaceAll('\n', ' '));
}
