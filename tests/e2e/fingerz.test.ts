import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { mustCall } from '../support/call.ts';
import { type Admin, anAdmin, aProject, aStorage, aSuperadmin, type Person } from '../support/personas.ts';
import { openWindow, sizes, withBrowser } from './browser.ts';
import { signInAt } from './console-actions.ts';

withBrowser();

const phone = sizes[1][1];
const name = 'Orders of the north';
let admin: Admin;
let staff: Person;
let project: string;
let storage: string;

beforeAll(async () => {
  [admin, staff] = await Promise.all([anAdmin('Fay Finger'), aSuperadmin()]);
  const made = await aProject(admin, name);
  project = made.id;
  const storages = await Promise.all(['orders', 'people', 'past'].map((key) => aStorage(admin, project, key, true)));
  storage = storages[0]?.id ?? '';
  await mustCall({ method: 'DELETE', path: `/app/project/${project}/dataStorages/${storages[2]?.id}`, token: admin.token });
});

/** @returns what is pressed on the page and is lower than 24 px, and names in cards that are lower than 44 px */
async function lowAt(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const busy0 = () => page.evaluate(() => document.querySelector('[aria-busy="true"], .MuiSkeleton-root')?.outerHTML.slice(0, 300));
  const until = Date.now() + 25_000;
  while (Date.now() < until && (await busy0())) await new Promise((r) => setTimeout(r, 200));
  if (await busy0()) {
    const t = await page.evaluate(async () => {
      const w = globalThis as any;
      const dbs = await Promise.race([indexedDB.databases(), new Promise((r) => setTimeout(() => r('never'), 3000))]);
      const opened = await new Promise((r) => {
        const o = indexedDB.open('firebaseLocalStorageDb');
        o.onsuccess = () => {
          const names = [...o.result.objectStoreNames];
          o.result.close();
          r(['ok', names]);
        };
        o.onerror = () => r('error');
        o.onblocked = () => r('blocked');
        setTimeout(() => r('never'), 3000);
      });
      return {
        log: w.__log,
        dbs,
        opened,
        ls: Object.keys(localStorage),
        res: performance
          .getEntriesByType('resource')
          .map(
            (e: any) => Math.round(e.startTime) + '-' + Math.round(e.responseEnd) + ' ' + e.name.replace(/^.*?\/\/[^/]*/, '').slice(0, 80),
          ),
      };
    });
    console.log('STUCK at ' + path + ' ' + JSON.stringify(t, null, 1));
    throw new Error('stuck');
  }
  const low = await page.evaluate(() =>
    [...document.querySelectorAll('a, button, [role="button"], summary, select')]
      .filter((each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .flatMap((each) => {
        const { height } = each.getBoundingClientRect();
        const least = each.matches('li:is([aria-labelledby], .MuiCard-root) .MuiLink-root') ? 44 : 24;
        const text = (each.getAttribute('aria-label') ?? each.textContent).trim().slice(0, 60);
        return height > 1 && height < least - 0.5 ? [`${Math.round(height)} px: ${text}`] : [];
      }),
  );
  return low.map((each) => `${path} ${each}`);
}

test('on a phone a finger finds every link and button, and the names in cards most easily', async () => {
  const low: string[] = [];
  const { page } = await openWindow(phone, { reducedMotion: 'reduce' });
  await page.addInitScript(() => {
    const w = globalThis as any;
    w.__log = [];
    const log = (...a: unknown[]) => w.__log.push(Math.round(performance.now()) + ' ' + a.join(' '));
    for (const m of ['open', 'deleteDatabase'] as const) {
      const real = (indexedDB as any)[m].bind(indexedDB);
      (indexedDB as any)[m] = (...a: any[]) => {
        const o = real(...a);
        log(m, a[0], 'asked');
        for (const e of ['success', 'error', 'blocked', 'upgradeneeded']) o.addEventListener(e, () => log(m, a[0], e));
        return o;
      };
    }
    const rt = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (...a: any[]) {
      const t = rt.apply(this, a as any);
      log('tx', this.name, a[1]);
      for (const e of ['complete', 'error', 'abort']) t.addEventListener(e, () => log('tx', this.name, e));
      return t;
    };
    const rf = globalThis.fetch;
    globalThis.fetch = (...a: any) => {
      const u = String(a[0]?.url ?? a[0]).slice(0, 90);
      log('fetch', u);
      return rf(...(a as [any])).then(
        (r) => {
          log('got', u, r.status);
          return r;
        },
        (e) => {
          log('failed', u, e);
          throw e;
        },
      );
    };
    for (const l of ['warn', 'error'] as const) {
      const r = console[l];
      console[l] = (...a: any[]) => {
        log(l, ...a);
        r(...a);
      };
    }
  });
  for (const path of ['/', '/contact-us', '/terms', '/login', '/register']) low.push(...(await lowAt(page, path)));
  await signInAt(page, admin);
  const pages = 'home data-storage endpoints keys webhooks archived-storage reporting requests trash'.split(' ');
  for (const path of ['/projects', '/users', '/administration', ...pages.map((each) => `/project/${project}/${each}`)])
    low.push(...(await lowAt(page, path)));
  const office = await openWindow(phone, { reducedMotion: 'reduce' });
  await signInAt(office.page, staff);
  for (const each of 'users projects storages endpoints subscriptions'.split(' '))
    low.push(...(await lowAt(office.page, `/superadmin/${each}`)));
  expect(low).toEqual([]);
});
