import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { requireChromium } from './checks/chromium.mjs';
import { demoAccounts, demoPassword } from './demo/accounts.mjs';
import { seedDemo } from './demo/seed.mjs';
import { addressesAt, freeOffset } from './suite/addresses.mjs';
import { root } from './suite/paths.mjs';
import { startSuite } from './suite/suite.mjs';
import { film } from './video/recorder.mjs';

/**
 * node scripts/record-tutorial.mjs: the video 'How It Works', played by Chromium on the demo in both themes, with its captions.
 * Writes web/public/tutorial-<theme>.webm and .vtt. `--port-offset <n>` records a copy that runs already.
 */
const size = { width: 1280, height: 800 };
const largest = 3 * 1024 * 1024;
const at = process.argv.indexOf('--port-offset');
const running = at > 0 ? { addresses: addressesAt(Number(process.argv[at + 1])), stop: async () => {} } : null;
const suite = running ?? (await startSuite({ portOffset: await freeOffset(), say: console.log }));
try {
  await seedDemo(suite.addresses);
  const browser = await chromium.launch({ executablePath: requireChromium(), args: ['--no-sandbox', '--disable-gpu'] });
  const session = await signIn(browser);
  const project = await session.makeProject();
  for (const theme of ['light', 'dark']) await record(browser, theme, { ...session, project });
  await browser.close();
} finally {
  await suite.stop();
}
process.exit();

async function record(browser, theme, session) {
  const context = await browser.newContext({
    baseURL: suite.addresses.web,
    viewport: size,
    storageState: session.state,
    colorScheme: theme,
  });
  const page = await context.newPage();
  await page.goto(`/project/${session.project.id}/home`);
  await page.getByText(session.project.id).first().waitFor();
  const recording = await film(page, size);
  const captions = await play(page, session);
  const video = await recording.stop();
  await context.close();
  writeFileSync(join(root, `web/public/tutorial-${theme}.webm`), video);
  writeFileSync(join(root, `web/public/tutorial-${theme}.vtt`), captions);
  console.log(`tutorial-${theme}.webm: ${Math.round(video.length / 1024)} KiB`);
  if (video.length > largest) throw new Error('The video is too large for the repository.');
}

/** The demo's owner signs in before the recording starts. */
async function signIn(browser) {
  const context = await browser.newContext({ baseURL: suite.addresses.web });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('Email').fill(demoAccounts.admin.email);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/projects');
  await page.getByRole('link', { name: 'Demo shop' }).first().waitFor();
  const state = await context.storageState({ indexedDB: true });
  const token = await page.evaluate(() => localStorage.getItem('token'));
  await context.close();
  const ask = (path, body, method) => send(`/app${path}`, { authorization: `Bearer ${token}` }, { body, method });
  const { data: keys } = await ask('/users/getUser');
  const makeProject = async () => {
    const { data } = await ask('/projects?limit=100');
    const old = data.find(({ name }) => name === 'Moon garden');
    return old ?? (await ask('/projects', { name: 'Moon garden', description: 'What opens at night' })).data;
  };
  /** The next recording begins with an empty project too. */
  const removeStorage = (projectId, id) => ask(`/project/${projectId}/dataStorages/${id}`, undefined, 'DELETE');
  return { state, keys, makeProject, removeStorage };
}

async function play(page, { keys, project, removeStorage }) {
  const started = Date.now();
  const cues = [];
  const say = async (text, millis = 2600) => {
    const from = Date.now() - started;
    await page.waitForTimeout(millis);
    cues.push({ from, to: Date.now() - started, text });
  };
  const base = `/project/${project.id}`;
  await say('A project has an ID and as many storages as you need.');
  await page.goto(`${base}/data-storage`);
  await page.getByRole('button', { name: 'Add Data Storage' }).first().click();
  await say('Add a storage for each kind of data.', 1800);
  const key = `plants${Date.now() % 1000}s`;
  await page.getByLabel('Storage Name').pressSequentially('Plants', { delay: 60 });
  await page.getByLabel('Storage Key', { exact: true }).pressSequentially(key, { delay: 60 });
  await page.getByLabel('Enable Soft Delete').click();
  await say('Its key is one word in the plural. Soft delete keeps what is deleted.');
  await page.getByRole('dialog').getByRole('button', { name: 'Create Data Storage' }).click();
  const view = page.getByRole('link', { name: 'View Plants' }).first();
  await view.waitFor();
  await say('From now on it has REST endpoints.', 1800);
  await view.click();
  await page.getByLabel('LiveSync: live').waitFor();
  await say('Open its data view. LiveSync shows every change as it happens.');
  const storageId = /data-storage\/([^/]+)\/view/.exec(page.url())[1];
  const headers = { 'x-api-key': keys.apiKey, 'x-secret-key': keys.secretKey, 'x-project-id': project.id };
  const plants = [
    { name: 'Evening primrose', colour: 'yellow', opensAt: '20:30', height: 90 },
    { name: 'Moonflower', colour: 'white', opensAt: '21:10', height: 240 },
    { name: 'Night phlox', colour: 'violet', opensAt: '19:45', height: 35 },
  ];
  for (const plant of plants) {
    await send(`/api/${key}/${storageId}`, headers, { body: plant });
    await page.getByText(plant.name).first().waitFor();
    await page.waitForTimeout(900);
  }
  await say('An app sends three documents, and there they are.');
  await page.goto(`${base}/endpoints`);
  await page.waitForTimeout(800);
  await say('Every address is listed under Endpoints, ready to copy.');
  await page.goto('/documentation/create');
  await say('The documentation carries your own project. Code less, build more.', 3200);
  await removeStorage(project.id, storageId);
  return vtt(cues);
}

async function send(path, headers, { body, method = body ? 'POST' : 'GET' }) {
  const response = await fetch(suite.addresses.web + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

function vtt(cues) {
  return `WEBVTT\n\n${cues.map(({ from, to, text }) => `${time(from)} --> ${time(to)}\n${text}\n`).join('\n')}`;
}

function time(millis) {
  return `${new Date(millis).toISOString().slice(11, 23)}`;
}
