import { timings } from '@bedplate/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Admin, anAdmin, aProject, aStorage } from '../support/personas.ts';
import { target } from '../support/target.ts';
import { openWindow, type Window, withBrowser } from './browser.ts';
import { clipboard, signInAt } from './console-actions.ts';
import { timerGrain, watchStanding } from './standing.ts';

withBrowser();

const wide = { width: 1280, height: 800 };
const small = { width: 390, height: 844 };
const menu = [
  ['Introduction', 'introduction', ['getting-started', 'secret-sauce', 'data-storage']],
  ['Installation', 'installation', ['accountSetup', 'secretKey', 'support']],
  ['Overview', 'overview', ['calls', 'answers', 'errors', 'limits', 'safe-retries']],
  ['Authentication', 'authentication', ['register-user', 'login-user']],
  ['Create', 'create', ['create-storage', 'add-data', 'add-bedplate', 'run-func', 'fields', 'meaning']],
  ['Read', 'read', ['findRetrieval', 'defineRetrieval', 'runFunc', 'retrieveSpecific', 'whatsHappening', 'wrapping']],
  ['Update', 'update', ['findUpdate', 'createUpdate', 'runFun', 'checkResponse', 'whatsHappening', 'wrapping']],
  ['Delete', 'delete', ['findDelete', 'createDelete', 'runFun', 'whereItGo', 'softDeleteAwesome', 'wrapping']],
  ['Query', 'query', ['filterUserId', 'filterDateRange', 'sortData', 'queryCondition', 'combineQuery', 'paramsAwesome']],
  ['File Upload', 'file-upload', ['findEndpoints', 'defineFunction', 'breakDown', 'checkStorage']],
  ['Sandbox', 'sandbox', ['find-sandbox', 'endpoint-overview', 'required-keys', 'using-the-sandbox', 'import-data', 'explore-further']],
  [
    'Real Time Connection',
    'real-time-connection',
    ['add-client-script', 'set-socket-url', 'create-the-client', 'use-real-time-data', 'explore'],
  ],
  ['React', 'react', ['install', 'show', 'change', 'people', 'files', 'server']],
  ['Costs in Tests', 'costs-in-tests', ['measure', 'limit', 'choose', 'types']],
] as const;
const further = {
  Guides: ['Plain Page', 'Google Sign-In', 'Teams', 'Password Reset', 'React App', 'Next App', 'Expo App', 'Node Server', 'Python', 'PHP'],
  Reference: ['Data API', 'Errors', 'Values', 'Fields', 'Access Rules', 'Keys and Credits', 'Backups', 'Webhooks'],
  'Coming From': ['Firebase', 'Supabase', 'PocketBase', 'Parse'],
};

let page: Window['page'];

beforeAll(async () => {
  ({ page } = await openWindow(wide));
});

async function textOf(slug: string): Promise<string> {
  await page.goto(`/documentation/${slug}`);
  return (await page.locator('article').textContent()) ?? '';
}

// Covers S0-2.7-01, S0-2.7-02, S0-2.7-03
test('has the groups of topics in the left menu, each of which opens', async () => {
  await page.goto('/documentation');
  const groups = page.getByRole('navigation', { name: 'Documentation' });
  const names = async (group: string) => groups.getByRole('region', { name: group }).getByRole('link').allTextContents();
  expect(await names('Getting Started')).toEqual(menu.slice(0, 2).map(([name]) => name));
  expect(await names('API Documentation')).toEqual(menu.slice(2).map(([name]) => name));
  for (const [group, topics] of Object.entries(further)) expect(await names(group)).toEqual(topics);
  for (const name of Object.values(further).flat()) {
    await groups.getByRole('link', { name, exact: true }).click();
    await expect.poll(() => groups.locator('[aria-current]').textContent()).toBe(name);
    expect(await page.locator('.topic-section').count()).toBeGreaterThan(1);
  }
  for (const [name, slug] of menu) {
    await groups.getByRole('link', { name, exact: true }).click();
    await page.waitForURL(`**/documentation/${slug}`);
    expect(await groups.locator('[aria-current]').textContent()).toBe(name);
  }
});

test.each(menu)(
  // Covers S0-2.7-04, S0-2.7-06, S0-2.7-14, S0-2.7-15, S0-2.7-16, S0-2.7-17, S0-2.7-18, S0-2.7-19, S0-2.7-20, S0-2.7-21, S0-2.7-22, S0-2.7-23, S0-2.7-24
  '%s has its sections in order, numbered on the right',
  async (_, slug, ids) => {
    await page.goto(`/documentation/${slug}`);
    expect(await page.locator('.topic-section').evaluateAll((sections) => sections.map(({ id }) => id))).toEqual(ids);
    const outline = page.getByRole('navigation', { name: 'On this page' });
    expect(await outline.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
      ids.map((id) => `#${id}`),
    );
    const number = await outline
      .getByRole('link')
      .last()
      .evaluate((link) => getComputedStyle(link, '::before').content);
    expect(number).toContain('counter(section)');
  },
);

// Covers S0-2.7-23
test('the sandbox topic has its sections by name', async () => {
  await page.goto('/documentation/sandbox');
  const outline = page.getByRole('navigation', { name: 'On this page' });
  expect(await outline.getByRole('link').allTextContents()).toEqual([
    'Find Sandbox',
    'Endpoint Overview',
    'Required Keys',
    'Using the Sandbox',
    'Import data from a third-party API',
    'Explore Further',
  ]);
});

// Covers S0-2.7-05
test('slides the menu in on a small screen', async () => {
  const { page: phone } = await openWindow(small);
  await phone.goto('/documentation');
  await phone.waitForLoadState('networkidle');
  const link = phone.locator('#topics').getByRole('link', { name: 'Real Time Connection', exact: true });
  expect(await link.isVisible()).toBe(false);
  await phone.getByRole('button', { name: 'Topics' }).click();
  await link.waitFor();
  await phone.keyboard.press('Escape');
  await link.waitFor({ state: 'hidden' });
});

// Covers S0-2.7-07, S0-2.7-08, S0-2.7-09
test('follows the scroll at 120 px, leads to a section and back to the top', async () => {
  await page.emulateMedia({ reducedMotion: 'no-preference' }); // else it leads there at once
  await page.goto('/documentation/update');
  await page.waitForLoadState('networkidle');
  const outline = page.getByRole('navigation', { name: 'On this page' });
  const current = () => outline.locator('[aria-current]').getAttribute('href');
  const scrollTopOf = async (id: string, top: number) =>
    page.evaluate(
      ([name, offset]) => {
        const section = document.getElementById(String(name));
        window.scrollTo({ top: window.scrollY + (section?.getBoundingClientRect().top ?? 0) - Number(offset), behavior: 'instant' });
      },
      [id, top] as const,
    );
  await scrollTopOf('createUpdate', 125);
  await expect.poll(current).toBe('#findUpdate');
  await scrollTopOf('createUpdate', 119);
  await expect.poll(current).toBe('#createUpdate');
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('smooth');
  await outline.getByRole('link', { name: 'Check the response' }).click();
  await expect.poll(current).toBe('#checkResponse');
  expect(new URL(page.url()).hash).toBe('#checkResponse');
  await page.getByRole('button', { name: 'Back to Top' }).click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

// Covers S0-2.7-10
test('shows a visitor Register and Login at the top', async () => {
  await page.goto('/documentation/read');
  const article = page.getByRole('article');
  expect(await article.getByRole('link', { name: 'Register' }).getAttribute('href')).toBe('/register');
  expect(await article.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
});

// Covers S0-2.7-12, S0-2.7-13
test('copies exactly the sample, and shows a check mark for two seconds', async () => {
  await page.goto('/documentation/read');
  await page.waitForLoadState('networkidle');
  const sample = page.locator('.sample').first();
  const standing = await watchStanding(page, 'Copied');
  await sample.getByRole('button', { name: 'Copy the sample' }).click();
  await sample.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await clipboard(page)).toBe(await sample.locator('pre').textContent());
  await sample.getByRole('button', { name: 'Copy the sample' }).waitFor();
  const millis = await standing();
  expect(millis).toBeGreaterThan(timings.copied - timerGrain);
  expect(millis).toBeLessThan(timings.copied + 1500);
});

// Covers S0-2.7-32
test('remembers the language for all samples, and warns where a browser would hold the secret key', async () => {
  await page.goto('/documentation/read');
  await page.waitForLoadState('networkidle');
  expect(await page.locator('.secret-warning').count()).toBe(0);
  await page.getByRole('tab', { name: 'fetch' }).first().click();
  await page.goto('/documentation/update');
  await expect.poll(() => page.getByRole('tab', { name: 'fetch' }).first().getAttribute('aria-selected')).toBe('true');
  const warning = page.locator('.secret-warning').first();
  expect(await warning.textContent()).toContain('scoped key');
  expect(await warning.getByRole('link').getAttribute('href')).toBe('/documentation/installation#secretKey');
  await page.evaluate(() => localStorage.removeItem('sampleLanguage'));
});

// Covers S0-2.7-25, S0-2.7-26, S0-2.7-28, S0-6-05
test('explains the account step by step, with screenshots that load', async () => {
  const text = await textOf('installation');
  const steps = ['Admin, Project Manager or Tech Lead', 'Click Sign Up', "Press 'Verify Your Account'", "Use 'Go to Log in'"];
  const places = steps.map((step) => text.indexOf(step));
  expect(places.every((place) => place >= 0)).toBe(true);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(text).toContain('Developers get the keys from the Admin or from the environment file');
  const article = page.getByRole('article');
  expect(await article.locator('.prose').getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
  for (const [title, button] of [
    ['Chat to Support', 'Contact Now'],
    ['Send Feedback', 'Submit'],
  ] as const) {
    const card = article.getByRole('listitem').filter({ hasText: title });
    expect(await card.getByRole('link', { name: button }).getAttribute('href')).toBe('/contact-us');
  }
  const pictures = article.locator('img.only-light');
  expect(await pictures.count()).toBeGreaterThan(4);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1280);
  }
});

// Covers S0-2.7-24, S0-2.7-27, S0-2.7-29, S0-2.7-30, S0-5-11
test('says what the topics have to say', async () => {
  const introduction = await textOf('introduction');
  for (const part of [
    'Welcome to Bedplate',
    'LiveSync',
    'Homepage',
    'Project ID',
    'Add Data Storage',
    'sidebar',
    'endpoints and analytics',
  ])
    expect(introduction).toContain(part);
  const installation = await textOf('installation');
  for (const part of ['Login', 'Users', 'Administration', 'API key', 'secret key']) expect(installation).toContain(part);
  const create = await textOf('create');
  for (const part of ['the key must be plural', 'Name', 'Soft delete', 'View', 'Endpoints']) expect(create).toContain(part);
  const sandbox = await textOf('sandbox');
  for (const part of ['third-party API', 'arrow beside Send', 'Add Data', 'Pick a storage', 'Submit']) expect(sandbox).toContain(part);
  const live = await textOf('real-time-connection');
  for (const part of ['livesync.js', 'createLiveSync', 'applyChange', 'livesync.token']) expect(live).toContain(part);
});

test('finds sections of all topics by words, and leads to them', async () => {
  await page.goto('/documentation');
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('/');
  await page.keyboard.type('restored');
  const hit = page.locator('.hits').getByRole('link').first();
  await hit.waitFor();
  expect(await hit.getAttribute('href')).toMatch(/^\/documentation\/[\w-]+#\w/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/documentation\/[\w-]+#/);
});

test('reads without JavaScript', async () => {
  const html = await (await fetch(`${target.web}/documentation/query`)).text();
  expect(html).toContain('<title>Query parameters | Bedplate documentation</title>');
  for (const part of ['og:image', 'rel="canonical"', 'dateFrom=2026-01-01']) expect(html).toContain(part);
  expect(html).not.toMatch(/<script(?![^>]*\ssrc=)/);
  expect(await (await fetch(`${target.web}/sitemap.xml`)).text()).toContain('/documentation/query</loc>');
  expect(await (await fetch(`${target.web}/robots.txt`)).text()).toContain('Sitemap:');
  expect(await (await fetch(`${target.web}/llms.txt`)).text()).toContain('/documentation/query.md)');
  expect(await (await fetch(`${target.web}/documentation/query.md`)).text()).toMatch(/^# Query parameters/);
});

describe('someone who is signed in', () => {
  let admin: Admin;
  let projectId: string;
  let storageId: string;

  beforeAll(async () => {
    admin = await anAdmin();
    projectId = (await aProject(admin)).id;
    storageId = (await aStorage(admin, projectId, 'projects')).id;
  });

  // Covers S0-2.7-11
  test('sees Dashboard, samples with their own project, never the secret, and runs a read', async () => {
    const { page: tab } = await openWindow(wide);
    await signInAt(tab, admin);
    await tab.goto('/documentation/read');
    const article = tab.getByRole('article');
    const dashboard = article.getByRole('link', { name: 'Dashboard' });
    await dashboard.waitFor();
    expect(await dashboard.getAttribute('href')).toBe('/projects');
    const sample = tab.locator('.sample').first();
    await expect.poll(() => sample.locator('pre').first().textContent()).toContain(`${target.web}/api/projects/${storageId}?page=1`);
    const text = await tab.content();
    expect(text).toContain(projectId);
    expect(text).not.toContain(admin.secretKey);
    expect(text).not.toContain(admin.apiKey);
    await sample.getByRole('button', { name: 'Run' }).click();
    await sample.getByText('"storageKey": "projects"').waitFor();
    await sample.getByText('200', { exact: true }).waitFor();
  });
});

test('a reader says whether a page is useful, and suggests an edit of it', async () => {
  const { page } = await openWindow(small);
  await page.goto('/documentation/fields');
  await page.getByText('Was this page useful?').scrollIntoViewIfNeeded();
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await page.getByText('Thank you.').waitFor();
  expect(await page.getByRole('button', { name: 'Yes', exact: true }).count()).toBe(0);
  await page.getByRole('link', { name: 'Suggest an edit' }).click();
  await expect.poll(() => page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('About the page /documentation/fields: ');
});
