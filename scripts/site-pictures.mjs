import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { requireChromium } from './checks/chromium.mjs';
import { demoAccounts, demoPassword } from './demo/accounts.mjs';
import { seedDemo } from './demo/seed.mjs';
import { showPublicAddress } from './demo/public-address.mjs';
import { addressesAt, freeOffset } from './suite/addresses.mjs';
import { root } from './suite/paths.mjs';
import { startSuite } from './suite/suite.mjs';

/**
 * node scripts/site-pictures.mjs: the pictures of the public site, from the demo, into web/public/pictures.
 * `--port-offset <n>` takes them from a copy that runs already.
 */
const out = join(root, 'web/public/pictures');
const themes = ['light', 'dark'];
const size = { width: 1280, height: 800 };
/** How much Chromium's WebP encoder keeps, of 1: text stays sharp. */
const quality = 0.82;

const at = process.argv.indexOf('--port-offset');
const running = at > 0 ? { addresses: addressesAt(Number(process.argv[at + 1])), stop: async () => {} } : null;
const suite = running ?? (await startSuite({ portOffset: await freeOffset(), say: console.log }));
try {
  mkdirSync(out, { recursive: true });
  await seedDemo(suite.addresses);
  const browser = await chromium.launch({ executablePath: requireChromium(), args: ['--no-sandbox', '--disable-gpu'] });
  const mail = await verificationMail();
  for (const colorScheme of themes) await photograph(browser, colorScheme, mail);
  await preview(browser);
  await browser.close();
} finally {
  await suite.stop();
}
process.exit();

async function photograph(browser, colorScheme, mail) {
  const context = await browser.newContext({ baseURL: suite.addresses.web, viewport: size, colorScheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const encoder = await context.newPage();
  const shoot = async (name) => {
    await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {}); // live listeners keep connections open
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(500); // transitions
    await showPublicAddress(page, suite.addresses.web);
    writeFileSync(join(out, `${name}-${colorScheme}.webp`), await toWebp(encoder, await page.screenshot()));
    console.log(`${name} ${colorScheme}`);
  };
  const visit = async (name, path) => {
    await page.goto(path, { waitUntil: 'load' });
    await shoot(name);
  };
  await visit('register', '/register');
  await page.setContent(mail);
  await shoot('verify-mail');
  await visit('login', '/login');
  await page.getByLabel('Email').fill(demoAccounts.admin.email);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/projects');
  const project = await page.getByRole('link', { name: 'Demo shop' }).first().getAttribute('href');
  const base = project.replace(/\/home$/, '');
  await visit('project-home', project);
  await visit('data-storage', `${base}/data-storage`);
  const views = await page
    .getByRole('link', { name: /^View / })
    .evaluateAll((links) => links.map((link) => [link.ariaLabel ?? link.textContent, link.href]));
  await page.getByRole('button', { name: 'Add Data Storage' }).first().click();
  await page.getByLabel('Storage Name').fill('Projects');
  await page.getByLabel('Storage Key', { exact: true }).fill('projects');
  await shoot('create-storage');
  await page.keyboard.press('Escape');
  await visit('data-view', views.find(([name]) => /Products/.test(name))[1]);
  await visit('users-view', views.find(([name]) => /Users/.test(name))[1]);
  await visit('endpoints', `${base}/endpoints`);
  await visit('sandbox', `${base}/sandbox`);
  await visit('users', '/users');
  await visit('administration', '/administration');
  await page.goto('/feedback', { waitUntil: 'load' });
  await page.getByLabel('Full name').fill('Ada Lovelace');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Subject').fill('Totals of a report');
  await page.getByLabel('Message').fill('The report of last week counts Sunday twice. The call was 8f3c-1a.');
  await shoot('feedback');
  await visit('documentation', '/documentation/create');
  await context.close();
}

async function verificationMail() {
  const { email } = demoAccounts.admin;
  const mails = await (await fetch(`${suite.addresses.inbox}/api/email?to=${encodeURIComponent(email)}`)).json();
  const html = mails.find((mail) => mail.html.includes('Verify Your Account'))?.html;
  if (html) return html;
  // The inbox forgets when the suite ends: a copy that ran before has no mails of its demo any more.
  const body = { name: 'Ada Lovelace', email: `ada-${Date.now()}@example.test`, password: demoPassword, confirmPassword: demoPassword };
  await fetch(`${suite.addresses.web}/app/authentication/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  for (let n = 0; n < 50; n++) {
    const [found] = await (await fetch(`${suite.addresses.inbox}/api/email?to=${encodeURIComponent(body.email)}`)).json();
    if (found) return found.html;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The verification mail did not come.');
}

/** The picture that other sites show beside a link to this one. */
async function preview(browser) {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 }, reducedMotion: 'reduce', colorScheme: 'light' });
  await page.goto(suite.addresses.web, { waitUntil: 'networkidle' });
  await page.screenshot({ path: join(out, 'preview.png') });
}

/** Chromium is at hand and encodes WebP: no further tool is needed. */
async function toWebp(page, png) {
  const url = await page.evaluate(
    async ([source, kept]) => {
      const image = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
      canvas.getContext('2d').drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', kept);
    },
    [`data:image/png;base64,${png.toString('base64')}`, quality],
  );
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}
