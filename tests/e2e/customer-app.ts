import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Project, Storage } from '@bedplate/contract';
import { afterAll, beforeAll } from 'vitest';
import { type Admin, anAdmin, aProject, aStorage } from '../support/personas.ts';
import { target } from '../support/target.ts';
import { openWindow, type Window } from './browser.ts';
import { signInAt } from './console-actions.ts';

/** An app of a customer with users, on an origin of its own: its page has no key. */
export interface CustomerApp {
  admin: Admin;
  project: Project;
  users: Storage;
  origin: string;
}

/** @param html the app's page @param host as its address names this machine @returns the app, whose parts are there once the tests run */
export function withCustomerApp(html: (app: CustomerApp) => string, host = '127.0.0.1'): CustomerApp {
  const app = {} as CustomerApp; // filled before the first test
  let server: Server;
  beforeAll(async () => {
    app.admin = await anAdmin();
    app.project = await aProject(app.admin);
    app.users = await aStorage(app.admin, app.project.id, 'users');
    server = createServer((_, res) => res.writeHead(200, { 'content-type': 'text/html' }).end(html(app)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    app.origin = `http://${host}:${(server.address() as AddressInfo).port}`; // listens on TCP
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  return app;
}

/**
 * A page with a button for each call of the client; each shows the answer, or the code of the refusal.
 * @param calls a script that has `settings`, `token`, the access token of the last answer, and `typed`, the words in the page's field;
 * it declares `calls` by name
 */
export function callsPage({ project }: CustomerApp, calls: string): string {
  return `<!doctype html><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
    <script src="${target.web}/livesync.js"></script>
    <input><output></output>
    <script>
      let token;
      const typed = () => document.querySelector('input').value.split(' ');
      const settings = { endpoint: '${target.web}', projectId: '${project.id}' };
      ${calls}
      for (const [name, call] of Object.entries(calls)) {
        const button = Object.assign(document.createElement('button'), { textContent: name });
        button.onclick = async () => {
          const output = document.querySelector('output');
          output.textContent = '';
          try {
            const answer = await call();
            token = answer?.accessToken ?? token;
            output.textContent = 'answer ' + JSON.stringify(answer ?? 'done');
          } catch (error) {
            output.textContent = 'refused ' + error.code;
          }
        };
        document.body.append(button);
      }
    </script>`;
}

/** Presses a button of such a page. @returns what it shows */
export async function press(page: Window['page'], name: string): Promise<string> {
  await page.getByRole('button', { name, exact: true }).click();
  return (await page.getByText(/^(answer|refused) /).textContent()) ?? '';
}

/** Presses a button of such a page. @param typed into its field @returns the answer, or what refused it */
export async function ask({ page }: Window, name: string, typed = ''): Promise<ReturnType<typeof JSON.parse>> {
  await page.getByRole('textbox').fill(typed);
  const shown = await press(page, name);
  return shown.startsWith('answer ') ? JSON.parse(shown.slice('answer '.length)) : shown;
}

/** @param refusals that the window may log; those of calls that the test expects to fail @returns a window at the app */
export async function atApp({ origin }: CustomerApp, refusals = /status of 40[134]/): Promise<Window> {
  const window = await openWindow({ width: 800, height: 600 });
  window.expectErrors(refusals);
  await window.page.goto(origin);
  return window;
}

/** In the console: the settings of the app's users are open, and name its page as one that signs people in. */
export async function openUserSettings({ page }: Window, { admin, project, origin }: CustomerApp) {
  await signInAt(page, admin);
  await page.goto(`/project/${project.id}/data-storage`);
  await page.getByRole('button', { name: /^Settings of/ }).click();
  const section = page.getByRole('group', { name: 'App users' });
  await section.getByLabel('Pages that sign people in without a key').fill(origin);
  const save = async () => {
    await page.getByRole('button', { name: 'Update' }).click();
    await page.getByText('Storage updated successfully!').waitFor();
  };
  return { section, save };
}
