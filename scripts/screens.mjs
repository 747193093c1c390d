import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { requireChromium } from './checks/chromium.mjs';
import { demoAccounts, demoPassword } from './demo/accounts.mjs';
import { seedDemo } from './demo/seed.mjs';
import { freeOffset } from './suite/addresses.mjs';
import { root } from './suite/paths.mjs';
import { startSuite } from './suite/suite.mjs';

/** npm run screens: pictures of every screen of the demo, into docs/screens/<page>-<width>-<theme>.png. */
const out = join(root, 'docs/screens');
const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
const themes = ['light', 'dark'];

const suite = await startSuite({ portOffset: await freeOffset(), say: console.log });
try {
  mkdirSync(out, { recursive: true });
  await seedDemo(suite.addresses);
  const browser = await chromium.launch({ executablePath: requireChromium(), args: ['--no-sandbox', '--disable-gpu'] });
  for (const viewport of sizes) for (const colorScheme of themes) await photograph(browser, { viewport, colorScheme });
  await browser.close();
} finally {
  await suite.stop();
}
process.exit();

async function photograph(browser, look) {
  const context = await browser.newContext({ baseURL: suite.addresses.web, reducedMotion: 'reduce', ...look });
  const page = await context.newPage();
  const shoot = async (name) => {
    await page.waitForLoadState('networkidle').catch(() => {}); // live listeners keep connections open
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(400); // transitions
    await page.screenshot({ path: join(out, `${name}-${look.viewport.width}-${look.colorScheme}.png`) });
    console.log(`${name} ${look.viewport.width} ${look.colorScheme}`);
  };
  const visit = async (name, path) => {
    await page.goto(path, { waitUntil: 'load' });
    await shoot(name);
  };
  await visit('landing', '/');
  await visit('register', '/register');
  await visit('verify', '/user/unknown/verify');
  await visit('forgot-password', '/forgot-password');
  await visit('login', '/login');
  await logIn(page);
  await shoot('projects');
  const project = await page.getByRole('link', { name: 'Demo shop' }).first().getAttribute('href');
  const base = project.replace(/\/home$/, '');
  await visit('project-home', project);
  await visit('data-storage', `${base}/data-storage`);
  await page.getByRole('button', { name: 'Add Data Storage' }).first().click();
  await shoot('create-storage');
  await page.keyboard.press('Escape');
  const view = await page.getByRole('link', { name: 'View Products' }).getAttribute('href');
  await visit('data-view', view);
  await visit('administration', '/administration');
  await context.close();
}

async function logIn(page) {
  await page.getByLabel('Email').fill(demoAccounts.admin.email);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/projects');
  await page.getByRole('link', { name: 'Demo shop' }).first().waitFor();
}
