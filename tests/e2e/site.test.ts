import { contactMessages } from '@bedplate/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Admin, aMember, anAdmin, aProject, type Person } from '../support/personas.ts';
import { target } from '../support/target.ts';
import { inMotion, openWindow, type Window, withBrowser } from './browser.ts';
import { logInAt, signInAt } from './console-actions.ts';

withBrowser();

const wide = { width: 1280, height: 800 };
const small = { width: 390, height: 844 };

let window: Window;
let page: Window['page'];

beforeAll(async () => {
  window = await openWindow(wide, inMotion);
  page = window.page;
});

describe('a visitor', () => {
  test.each([
    ['/', 'Code Less, Build More'],
    ['/services', 'Services'],
    ['/documentation', 'Getting started'],
    ['/about', 'About Us'],
    ['/contact-us', 'Get In Touch'],
    ['/terms', 'Terms and Privacy'],
    ['/login', 'Login'],
    ['/register', 'Create Account'],
    ['/forgot-password', 'Forgot'],
    // Covers S0-2.1-01, S0-1-01
  ])('finds %s at its own address', async (path, heading) => {
    await page.goto(path);
    await page.getByText(heading).first().waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
    expect(await page.getByText('Beta', { exact: true }).count()).toBeGreaterThan(0);
  });

  // Covers S0-2.2-01, S0-2.2-02, S0-2.2-03
  test('sees the links of the header, the present one marked', async () => {
    const links = [
      ['Home', '/'],
      ['Services', '/services'],
      ['Documentation', '/documentation'],
      ['About', '/about'],
      ['Get In Touch', '/contact-us'],
    ] as const;
    for (const [name, path] of links) {
      await page.goto(path);
      const header = page.getByRole('banner');
      expect(await header.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(path);
      expect(await header.locator('[aria-current="page"]').allTextContents()).toEqual([name]);
      expect(await header.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
      expect(await header.getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe('/register');
      expect(await header.getByRole('link', { name: 'Dashboard' }).count()).toBe(0);
    }
  });

  // Covers S0-2.2-05
  test('is still one with a role in storage and no token', async () => {
    await page.goto('/');
    await page.evaluate(() => localStorage.setItem('role', 'admin'));
    await page.reload();
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor();
    expect(await page.getByRole('link', { name: 'Dashboard' }).count()).toBe(0);
    await page.evaluate(() => localStorage.clear());
  });

  test('sees an open page follow the system from light to dark, unless one was chosen', async () => {
    const { page: fresh } = await openWindow(wide);
    const theme = () => fresh.locator('html').getAttribute('data-theme');
    await fresh.emulateMedia({ colorScheme: 'light' });
    await fresh.goto('/about');
    expect(await theme()).toBe('light');
    await fresh.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(theme).toBe('dark');
    await fresh.getByRole('button', { name: 'Switch to the light theme' }).click();
    await fresh.emulateMedia({ colorScheme: 'light' });
    await fresh.emulateMedia({ colorScheme: 'dark' });
    await fresh.evaluate(() => new Promise(requestAnimationFrame));
    expect(await theme()).toBe('light');
  });

  // Covers S0-2.2-08
  test('opens and closes the menu of a small screen', async () => {
    const { page: phone } = await openWindow(small);
    await phone.goto('/');
    const link = phone.getByRole('link', { name: 'Services', exact: true });
    expect(await link.isVisible()).toBe(false);
    await phone.getByRole('button', { name: 'Open menu' }).click();
    await link.waitFor();
    await phone.getByRole('button', { name: 'Close menu' }).click();
    await link.waitFor({ state: 'hidden' });
  });

  // Covers S0-1-02, S0-2.3-01, S0-2.3-02, S0-2.3-05, S0-2.3-06, S0-2.3-10, S0-2.3-13, S0-2.3-14, S0-2.3-15
  test('reads the landing page', async () => {
    await page.goto('/');
    const text = (await page.getByRole('main').textContent()) ?? '';
    const claims = [/plug-and-play APIs/i, /real-time updates/i, /LiveSync/, /easy authentication/i, /scalable and highly available APIs/i];
    for (const claim of [...claims, /custom integrations/i, /user role creation/i, /data analytics/i, /soft delete/i])
      expect(text).toMatch(claim);
    for (const point of ['Plug & Play APIs', 'Zero Backend Hassle', 'Scalable & Secure']) expect(text).toContain(point);
    expect(await page.getByRole('link', { name: 'Sign Up for Free' }).getAttribute('href')).toBe('/register');
    expect(await page.getByRole('link', { name: 'Power Up Your Development Today!' }).getAttribute('href')).toBe('/register');
    expect(await page.getByRole('link', { name: 'Read Documentation' }).getAttribute('href')).toBe('/documentation');
    expect(await page.getByRole('link', { name: 'Get in Touch', exact: true }).getAttribute('href')).toBe('/contact-us');
    expect(await page.getByRole('link', { name: 'Read Docs' }).getAttribute('href')).toBe('/documentation');
    const features = page.getByRole('region', { name: 'Everything your app expects' }).getByRole('listitem');
    expect(await features.count()).toBe(6);
    for (const card of await features.all()) expect(await card.locator('img').count()).toBeGreaterThan(0);
    const footer = page.getByRole('contentinfo');
    for (const part of ['Bedplate', '2024', 'English (US)', 'Developed by']) expect(await footer.textContent()).toContain(part);
    expect(await footer.getByRole('link').first().getAttribute('href')).toMatch(/^mailto:\S+@\S+$/);
  });

  // Covers S0-2.3-07, S0-2.3-08, S0-2.3-09
  test('sees three screenshots, four seconds each, and chooses one by its dot', async () => {
    await page.clock.install();
    await page.goto('/');
    const shown = () => page.locator('.slide.shown').getAttribute('data-slide');
    const next = async (millis: number) => {
      await page.clock.runFor(millis);
      return shown();
    };
    expect(await shown()).toBe('endpoints');
    expect(await next(2000)).toBe('endpoints'); // the page's own time goes on beside the clock that we turn
    await expect.poll(() => next(200)).toBe('data-storage');
    await expect.poll(() => next(500)).toBe('sandbox');
    const dots = page.getByRole('button', { name: /^Show picture/ });
    expect(await dots.count()).toBe(3);
    await dots.nth(1).click();
    expect(await shown()).toBe('data-storage');
    expect(await next(20_000), 'it stands still under the pointer').toBe('data-storage');
  });

  // Covers S0-2.3-11, S0-2.3-12
  test('finds the tutorial after 100 px, and it stays', async () => {
    const { page: fresh } = await openWindow(wide);
    await fresh.goto('/');
    await fresh.getByRole('link', { name: 'Sign Up for Free' }).waitFor();
    const title = fresh.getByRole('heading', { name: 'How It Works' });
    await fresh.evaluate(() => globalThis.scrollTo({ top: 100, behavior: 'instant' }));
    expect(await title.count()).toBe(0);
    await fresh.evaluate(() => globalThis.scrollTo({ top: 101, behavior: 'instant' }));
    await title.waitFor();
    await fresh.evaluate(() => globalThis.scrollTo({ top: 0, behavior: 'instant' }));
    expect(await title.count()).toBe(1);
  });

  // Covers S0-2.3-04
  test('reaches the tutorial from the top by the second button, and can play it', async () => {
    const { page: fresh } = await openWindow(wide);
    await fresh.goto('/');
    await expect
      .poll(async () => {
        await fresh.getByRole('button', { name: 'Watch the tutorial' }).click();
        return fresh.locator('video:visible').count();
      })
      .toBe(1);
    await expect.poll(() => fresh.locator('#tutorial').evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(200);
    const duration = await fresh.locator('video:visible').evaluate(async (video: HTMLVideoElement) => {
      video.muted = true;
      await video.play();
      return video.duration;
    });
    expect(duration).toBeGreaterThan(20);
    expect(await fresh.locator('video:visible').evaluate((video: HTMLVideoElement) => video.textTracks[0]?.kind)).toBe('captions');
  });

  // Covers S0-2.4-01, S0-2.4-02, S0-2.4-05
  test('reads whole descriptions of the services on a wide screen', async () => {
    await page.goto('/services');
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      'Developer Documentation',
      'Backend-as-a-Service',
      'Technical Support',
    ]);
    expect(await page.locator('.badge').allTextContents()).toEqual(['Start', 'Almost there!', 'Finish!']);
    expect(await page.locator('.tags').count()).toBe(3);
    expect(await page.getByRole('button', { name: 'Show More...' }).count()).toBe(0);
    for (const text of await page.locator('.on-wide').allTextContents()) expect(text.length).toBeGreaterThan(217);
  });

  // Covers S0-2.4-03, S0-2.4-04
  test('reads the first 217 characters on a small screen, and the rest on demand', async () => {
    const { page: phone } = await openWindow(small);
    await phone.goto('/services');
    const text = phone.locator('p.on-small').first();
    const [whole = ''] = await phone.locator('p.on-wide').first().allTextContents();
    expect(await text.textContent()).toBe(`${whole.slice(0, 217)} Show More...`);
    await expect
      .poll(async () => {
        await text
          .getByRole('button', { name: 'Show More...' })
          .click({ timeout: 1000 })
          .catch(() => {});
        return text.textContent();
      })
      .toBe(`${whole} Show Less...`);
    await text.getByRole('button', { name: 'Show Less...' }).click();
    expect(await text.textContent()).toBe(`${whole.slice(0, 217)} Show More...`);
  });

  // Covers S0-2.5-01, S0-2.5-02
  test('reads who makes it', async () => {
    await page.goto('/about');
    const headings = (await page.getByRole('heading').allTextContents()).join('|');
    for (const name of ['About Us', 'Our Mission', 'Our Solutions', 'Why Use']) expect(headings).toContain(name);
    const cards = page.locator('.cards .card h3');
    expect(await cards.allTextContents()).toEqual(['Backend-as-a-service', 'Developer tools', 'Support']);
  });
});

describe('the contact form', () => {
  // Covers S0-2.6-01, S0-2.6-02, S0-5-01, S0-5-02, S0-5-03
  test('says what is missing and sends nothing', async () => {
    const { page: fresh, form, fill } = await openForm();
    let sent = 0;
    await fresh.route('**/app/contact-us', (route) => {
      sent += 1;
      return route.abort();
    });
    expect(await fresh.getByRole('main').getByRole('link', { name: 'Back to the start page' }).getAttribute('href')).toBe('/');
    expect(await fresh.locator('main .logo').count()).toBe(1);
    expect(await form.getByRole('link', { name: 'terms and conditions' }).getAttribute('href')).toBe('/terms');
    expect(await fresh.getByRole('contentinfo').getByRole('link', { name: 'Terms and Privacy' }).getAttribute('href')).toBe('/terms');
    const cases = [
      ['', 'a@b.cd', 'Hello', true, contactMessages.required],
      ['Ada', '', 'Hello', true, contactMessages.required],
      ['Ada', 'a@b.cd', ' ', true, contactMessages.required],
      ['Ada', 'nobody', 'Hello', true, contactMessages.emailShape],
      ['Ada', 'a@b.cd', 'Hello', false, contactMessages.consent],
    ] as const;
    for (const [name, email, message, consent, expected] of cases) {
      await fill(name, email, message, consent);
      await form.getByRole('button', { name: 'Send Message' }).click();
      await expect.poll(() => fresh.getByRole('status').textContent()).toBe(expected);
    }
    expect(sent).toBe(0);
  });

  // Covers S0-2.6-03, S0-2.6-04, S0-8-10, S0-4-39, S0-8-11
  test('shows that it sends, keeps the text after a failure, and sends again', async () => {
    const { page: fresh, form, fill, expectErrors } = await openForm();
    expectErrors(/ERR_FAILED/);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let calls = 0;
    await fresh.route('**/app/contact-us', async (route) => {
      calls += 1;
      if (calls > 1) return route.continue();
      await released;
      return route.abort();
    });
    await fill('Ada', `ada-${crypto.randomUUID()}@example.test`, 'Hello', true);
    await form.getByRole('button', { name: 'Send Message' }).click();
    const sending = form.getByRole('button', { name: 'Sending...' });
    await sending.waitFor();
    expect(await sending.isDisabled()).toBe(true);
    await sending.click({ force: true, timeout: 500 }).catch(() => {});
    release();
    await fresh.getByText(contactMessages.failed).waitFor();
    expect(calls).toBe(1);
    expect(await form.getByLabel('Message', { exact: true }).inputValue()).toBe('Hello');
    await form.getByRole('button', { name: 'Send Message' }).click();
    await fresh.getByText(contactMessages.sent).waitFor();
  });
});

describe('page views', () => {
  // Covers S0-7-08, S0-7-09, S0-7-10, S0-7-13, S0-8-02
  test('are sent once per path, on load and by history, to this host alone', async () => {
    const fresh = await openWindow(wide);
    const sent: { path: string; deviceType: string }[] = [];
    const hosts = new Set<string>();
    const warnings: string[] = [];
    fresh.page.on('console', (message) => warnings.push(message.text()));
    fresh.page.on('request', (request) => {
      hosts.add(new URL(request.url()).host);
      if (request.url().endsWith('/api/superadmin/track')) sent.push(request.postDataJSON() as { path: string; deviceType: string });
    });
    await fresh.page.goto('/');
    await expect.poll(() => sent.map(({ path }) => path)).toEqual(['/']);
    expect(Object.keys(sent[0] ?? {}).sort()).toEqual(['browser', 'deviceType', 'ipAddress', 'os', 'path']);
    expect(sent[0]?.deviceType).toBe('desktop');
    await fresh.page.evaluate(() => globalThis.scrollTo(0, 900));
    await fresh.page.goto('/about');
    await expect.poll(() => sent.length).toBe(2);
    await fresh.page.goBack();
    await expect.poll(() => sent.map(({ path }) => path)).toEqual(['/', '/about', '/']);
    expect([...hosts]).toEqual([new URL(target.web).host]);
    fresh.expectErrors(/ERR_FAILED/);
    await fresh.page.route('**/api/superadmin/track', (route) => route.abort());
    await fresh.page.goto('/services');
    await expect.poll(() => warnings.some((text) => text.startsWith('Failed to track page view'))).toBe(true);
    expect(await fresh.page.getByRole('heading', { level: 1 }).textContent()).toBe('Services');
  });
});

describe('someone who is signed in', () => {
  let admin: Admin;
  let developer: Person;
  let projectId: string;

  beforeAll(async () => {
    admin = await anAdmin();
    projectId = (await aProject(admin)).id;
    developer = await aMember(admin, 'developer', projectId);
  });

  // Covers S0-2.2-04, S0-2.2-06, S0-2.2-07, S0-2.3-03
  test('sees Dashboard in every tab, and the visitor’s buttons after a logout', async () => {
    const { page: tab, context } = await openWindow(wide);
    const other = await context.newPage();
    await other.goto('/');
    await other.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor();
    await logInAt(tab, admin);
    const dashboard = other.getByRole('link', { name: 'Dashboard' });
    await dashboard.first().waitFor();
    expect(await dashboard.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(['/projects', '/projects']);
    expect(await other.getByRole('link', { name: 'Login' }).count()).toBe(0);
    await tab.evaluate(() => localStorage.clear());
    await other.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor();
  });

  // Covers S0-2.2-06
  test("a project's member goes to the project", async () => {
    const { page: tab } = await openWindow(wide);
    await signInAt(tab, developer);
    await tab.goto('/');
    const dashboard = tab.getByRole('banner').getByRole('link', { name: 'Dashboard' });
    await dashboard.waitFor();
    expect(await dashboard.getAttribute('href')).toBe(`/project/${projectId}/home`);
  });
});

async function openForm() {
  const fresh = await openWindow(wide);
  await fresh.page.goto('/contact-us');
  const form = fresh.page.locator('form');
  const fill = async (name: string, email: string, message: string, consent: boolean) => {
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('E-mail').fill(email);
    await form.getByLabel('Message', { exact: true }).fill(message);
    await form.getByRole('checkbox').setChecked(consent);
  };
  await fresh.page.waitForLoadState('networkidle');
  return { ...fresh, form, fill };
}
