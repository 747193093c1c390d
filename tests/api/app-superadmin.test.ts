import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Analytics, AuditRow, Inbox, OfficeProject, OfficeUser, PageVisit, SystemLogRow } from '@bedplate/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { call, mustCall } from '../support/call.ts';
import { nextMailTo } from '../support/inbox.ts';
import {
  type Admin,
  aMember,
  anAdmin,
  aProject,
  aStorage,
  aSuperadmin,
  freshEmail,
  freshNetwork,
  logIn,
  type Person,
} from '../support/personas.ts';
import { target } from '../support/target.ts';
import { contentAround } from '../support/content-versions.ts';

const lists = [
  'users',
  'projects',
  'storages',
  'endpoints',
  'products',
  'subscriptions',
  'apiusages',
  'apiusagehistories',
  'archivedstorages',
  'pagevisits',
  'discounts',
  'used-discounts',
  'audit',
];
const someId = '07ybr3j4xgsqcnxfaa7v';
const product = { name: 'Plan', description: 'A plan.', tier: 'pro', price: 0, usageLimit: 10, recurring: true, interval: 'month' };
const discount = { description: 'Ten off', percentage_value: 10, number_of_use: 1, expiresAt: '2030-01-01', is_active: false };
const guarded: [method: string, path: string, body?: object][] = [
  ...lists.map((list): [string, string] => ['GET', `/app/superadmin/${list}`]),
  ['GET', '/app/superadmin/analytics?from=2026-01-01&to=2026-01-02'],
  ['GET', '/app/feedback'],
  ['GET', '/app/logs'],
  ...lists.map((list): [string, string] => ['GET', `/app/superadmin/csv/${list}`]),
  ['GET', '/app/superadmin/csv/messages'],
  ['GET', '/app/superadmin/csv/logs'],
  ['GET', '/app/superadmin/staff'],
  ['GET', `/app/superadmin/messages/feedback/${someId}`],
  ['PUT', `/app/superadmin/messages/feedback/${someId}`, { isRead: true }],
  ['POST', `/app/superadmin/messages/contact/${someId}/reply`, { text: 'Hello' }],
  ['PUT', `/app/superadmin/users/${someId}/change-subscription`, { productId: someId }],
  ['POST', '/app/superadmin/add-product', product],
  ['PUT', `/app/superadmin/products/${someId}`, product],
  ['DELETE', `/app/superadmin/products/${someId}`],
  ['POST', '/app/superadmin/discounts', discount],
  ['PUT', '/app/superadmin/discounts/ABCDEFGH', discount],
];

let staff: Person;
let first: Admin;
let second: Admin;
const people: Person[] = [];
const as = <T>(path: string) => mustCall<T>({ path: `/app${path}`, token: staff.token });

beforeAll(async () => {
  staff = await aSuperadmin();
  first = await anAdmin('Ada First');
  second = await anAdmin('Bea Second');
  const project = await aProject(first, 'Zebra');
  await aProject(second, 'Yak');
  people.push(first);
  for (const role of ['manager', 'developer', 'user'] as const) people.push(await aMember(first, role, project.id));
  await aStorage(first, project.id, 'zebras');
});

describe('nobody but staff', () => {
  test.each(guarded)(
    // Covers S2-6-07, S2-6-08, S2-6-09, S2-6-10
    '%s %s refuses every other role and visitors, and changes nothing',
    async (method, path, body) => {
      const before = await contentAround([first.tenantId, second.tenantId]);
      for (const { token } of people)
        expect(await call({ method, path, token, body })).toMatchObject({ status: 403, body: { success: false } });
      expect((await call({ method, path, body })).status).toBe(401);
      expect(await contentAround([first.tenantId, second.tenantId])).toBe(before);
    },
  );
});

// Covers S2-7-13, S2-2.o-12
test.each(lists)('GET /app/superadmin/%s answers pages of ten', async (list) => {
  const answer = await as<{ data: object[]; pagination: object }>(`/superadmin/${list}`);
  expect(answer).toMatchObject({ data: expect.any(Array), pagination: { page: 1, limit: 10, totalCount: expect.any(Number) } });
});

// Covers S1-1-01, S2-2.o-01, S2-2.o-04
test('lists hold the rows of several accounts, and one account’s when asked', async () => {
  const { data } = await as<{ data: OfficeProject[] }>('/superadmin/projects?limit=100');
  const tenants = data.map(({ tenantId }) => tenantId);
  expect(tenants).toEqual(expect.arrayContaining([first.tenantId, second.tenantId]));
  expect(data.find(({ name }) => name === 'Zebra')).toMatchObject({ user: { name: 'Ada First' }, description: 'About Zebra' });
  const own = await as<{ data: OfficeUser[] }>(`/superadmin/users?limit=100&tenantId=${first.tenantId}`);
  expect(own.data.map(({ role }) => role).sort()).toEqual(['admin', 'developer', 'manager', 'user']);
});

test('a search finds any part of a name or address in any letter case, and an id; pages go on after a row in both orders', async () => {
  const find = async (text: string) => (await as<{ data: OfficeUser[] }>(`/superadmin/users?search=${encodeURIComponent(text)}`)).data;
  expect((await find('ea sEC')).map(({ id }) => id)).toContain(second.id);
  expect((await find('no such person')).map(({ id }) => id)).toEqual([]);
  expect((await find('Bea Second')).map(({ id }) => id)).toContain(second.id);
  expect((await find(second.email)).map(({ id }) => id)).toEqual([second.id]);
  expect((await find(second.id)).map(({ id }) => id)).toEqual([second.id]);
  for (const sortOrder of ['ASC', 'DESC']) {
    const whole = (await as<{ data: OfficeUser[] }>(`/superadmin/users?sortOrder=${sortOrder}&limit=4`)).data.map(({ id }) => id);
    const next = await as<{ data: OfficeUser[] }>(`/superadmin/users?sortOrder=${sortOrder}&limit=2&page=2&after=${whole[1]}`);
    expect(next.data.map(({ id }) => id)).toEqual(whole.slice(2));
  }
});

test('whoever has registered becomes staff by the operator’s command, opens the office and is found there', async () => {
  const { email, name } = await anAdmin('Otto Operator');
  const command = fileURLToPath(new URL('../../scripts/make-superadmin.mjs', import.meta.url));
  const env = { ...process.env, FIRESTORE_EMULATOR_HOST: target.firestoreHost, METADATA_SERVER_DETECTION: 'none' };
  await promisify(execFile)(process.execPath, [command, email, '--project', 'demo-bedplate'], { env });
  const { token, role } = await logIn(email, name);
  expect(role).toBe('superadmin');
  const { data } = await mustCall<{ data: OfficeUser[] }>({ path: '/app/superadmin/users?search=tto%20oper', token });
  expect(data.map((one) => one.email)).toContain(email);
});

// Covers S2-2.n-01, S2-2.n-05, S2-2.n-06, S2-3-11, S2-3-12, S0-7-11
test('the dashboard’s lists count in strings, its totals are numbers; the table shows what the server saw', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const read = async () => (await as<{ data: Analytics }>(`/superadmin/analytics?from=${today}&to=${today}`)).data;
  const before = await read();
  const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
  const visit = (userAgent: string) =>
    mustCall({
      path: '/api/superadmin/track',
      headers: { ...freshNetwork(), 'user-agent': userAgent },
      body: { path: '/about', ipAddress: '1.2.3.4' },
    });
  await visit(agent);
  await visit('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)');
  const after = await read();
  const count = (data: Analytics, name: string) => Number(data.botVsHuman.find((each) => each.name === name)?.count ?? 0);
  expect(count(after, 'human') - count(before, 'human')).toBe(1);
  expect(count(after, 'bot') - count(before, 'bot')).toBe(1);
  expect(after.uniqueVisitors.total - before.uniqueVisitors.total).toBe(1);
  expect(after.uniqueVisitors.last24Hours).toBeGreaterThanOrEqual(1);
  expect(after.mostVisitedPages).toEqual(expect.arrayContaining([{ path: '/about', count: expect.any(String) }]));
  expect(after.uniqueVisitors.daily).toEqual([{ date: today, count: String(after.uniqueVisitors.total) }]);
  for (const name of [
    'mostVisitedPages',
    'visitsPerPage',
    'visitsPerCountry',
    'visitsPerDevice',
    'visitsPerBrowser',
    'botVsHuman',
  ] as const) {
    expect(after[name].map(({ count }) => typeof count)).toEqual(after[name].map(() => 'string'));
  }
  expect(after.userStats.last24Hours).toBeGreaterThanOrEqual(6);
  const number = expect.any(Number);
  expect(after.userStats).toEqual({ total: number, last24Hours: number, last7Days: number, last30Days: number });
  const { data } = await as<{ data: PageVisit[] }>('/superadmin/pagevisits');
  expect(data[1]).toMatchObject({
    path: '/about',
    browser: 'Chrome',
    os: 'Windows',
    deviceType: 'desktop',
    isBot: false,
    userAgent: agent,
  });
  expect(data[0]).toMatchObject({ isBot: true });
  expect(data.map(({ ipAddress }) => ipAddress)).not.toContain('1.2.3.4');
});

const fetchCsv = (path: string) => fetch(`${target.web}/app${path}`, { headers: { authorization: `Bearer ${staff.token}` } });

test('a list as a file holds what its search shows, and the audit tells who took it', async () => {
  const response = await fetchCsv(`/superadmin/csv/users?search=${encodeURIComponent(second.email)}`);
  expect(response.headers.get('content-disposition')).toMatch(/filename\*=UTF-8''\d{4}-\d\d-\d\d_users\.csv/);
  const lines = (await response.text()).trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^id,name,email,role,/);
  expect(lines.slice(1)).toEqual([expect.stringContaining(`${second.id},Bea Second,${second.email},admin,`)]);
  const { data } = await as<{ data: AuditRow[] }>('/superadmin/audit');
  expect(data[0]).toMatchObject({
    action: 'Download list',
    target: 'lists/users',
    actor: { id: staff.id },
    after: { search: second.email },
  });
});

describe('the inbox', () => {
  const inbox = async (query = '') => (await as<{ data: Inbox }>(`/feedback${query}`)).data.messages;
  const email = freshEmail('writer');

  beforeAll(async () => {
    await mustCall({ path: '/app/contact-us', headers: freshNetwork(), body: { name: 'Cara Writer', email, message: 'How much is it?' } });
    const form = new FormData();
    for (const [name, value] of Object.entries({
      fullName: 'Finn Feedback',
      email: first.email,
      subject: 'Idea',
      message: '<b>More</b> cowbell',
    }))
      form.set(name, value);
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');
    form.set('images', new Blob([png], { type: 'image/png' }), 'dot.png');
    await mustCall({ path: '/app/feedback', token: first.token, body: form });
  });

  // Covers S2-3-20, S2-3-21, S2-3-22, S2-3-23, S0-7-23, S2-2.r-04
  test('holds both kinds, with totals and images that open', async () => {
    const { feedback, contact, all } = await inbox();
    expect(all.total).toBe(feedback.total + contact.total);
    expect(contact.items[0]).toMatchObject({ type: 'contact', fullName: 'Cara Writer', email, subject: '', message: 'How much is it?' });
    expect(contact.items[0]).not.toHaveProperty('images');
    expect(feedback.items[0]).toMatchObject({ type: 'feedback', fullName: 'Finn Feedback', subject: 'Idea', isRead: false });
    const [image] = feedback.items[0]?.images ?? [];
    expect(image?.name).toBe('dot.png');
    const opened = await fetch(image?.dataUrl ?? '');
    expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(opened.headers.get('cache-control')).toContain('no-store');
    expect((await fetch(`${image?.dataUrl}x`)).status).toBe(403);
  });

  // Covers S2-5-15
  test('a search looks at names, addresses and subjects whatever the case, not at the text', async () => {
    expect((await inbox('?search=cARA')).all.total).toBeGreaterThanOrEqual(1);
    expect((await inbox(`?search=${encodeURIComponent(email.toUpperCase())}`)).contact.total).toBe(1);
    expect((await inbox('?search=IDEA')).feedback.total).toBe(1);
    expect((await inbox('?search=cowbell')).all.total).toBe(0);
  });

  // Covers S2-5-14, S2-4-22, S2-2.r-06
  test('days are inclusive, pages go on after a message, in both orders', async () => {
    const today = new Date().toISOString().slice(0, 10);
    expect((await inbox(`?from=${today}&to=${today}`)).all.total).toBe((await inbox()).all.total);
    expect((await inbox('?to=2020-01-01')).all).toEqual({ items: [], total: 0 });
    expect((await inbox('?from=2020-01-01&to=2020-01-02&sortOrder=ASC')).all).toEqual({ items: [], total: 0 });
    for (const sortOrder of ['ASC', 'DESC']) {
      const whole = (await inbox(`?sortOrder=${sortOrder}&limit=2`)).all.items.map(({ id }) => id);
      expect(whole).toHaveLength(2);
      expect((await inbox(`?sortOrder=${sortOrder}&limit=1&page=2&after=${whole[0]}`)).all.items.map(({ id }) => id)).toEqual(
        whole.slice(1),
      );
      expect((await inbox(`?sortOrder=${sortOrder}&limit=1&page=2`)).all.items.map(({ id }) => id)).toEqual(whole.slice(1));
    }
  });

  test('a reply is mailed and kept, the message counts as read, and the audit tells who did it', async () => {
    const id = (await inbox()).contact.items[0]?.id ?? '';
    await mustCall({ path: `/app/superadmin/messages/contact/${id}/reply`, token: staff.token, body: { text: 'It is free to begin.' } });
    const mail = await nextMailTo(email);
    expect(JSON.stringify(mail)).toContain('It is free to begin.');
    const message = (await inbox()).contact.items.find((each) => each.id === id);
    expect(message).toMatchObject({ isRead: true, replies: [{ text: 'It is free to begin.', by: staff.name }] });
    await mustCall({ method: 'PUT', path: `/app/superadmin/messages/contact/${id}`, token: staff.token, body: { isRead: false } });
    expect((await inbox()).contact.items.find((each) => each.id === id)?.isRead).toBe(false);
    const { data } = await as<{ data: AuditRow[] }>('/superadmin/audit');
    expect(data[0]).toMatchObject({
      action: 'Mark message as unread',
      target: `contacts/${id}`,
      before: { isRead: true },
      after: { isRead: false },
    });
    expect(data[1]).toMatchObject({ action: 'Reply to message', actor: { id: staff.id, name: staff.name } });
  });

  test('a message is given to one of the staff, closed and found by both; only staff may have one', async () => {
    const id = (await inbox()).feedback.items[0]?.id ?? '';
    const path = `/app/superadmin/messages/feedback/${id}`;
    const change = (body: object) => call({ method: 'PUT', path, token: staff.token, body });
    const team = await as<{ data: { id: string; name: string }[] }>('/superadmin/staff');
    expect(team.data).toContainEqual({ id: staff.id, name: staff.name });
    expect((await inbox(`?assigneeId=${staff.id}`)).all.total).toBe(0);
    expect(await change({ assigneeId: first.id })).toMatchObject({ status: 400, body: { error: { details: [{ field: 'assigneeId' }] } } });
    expect(await change({})).toMatchObject({ status: 400 });
    expect(await change({ assigneeId: staff.id })).toMatchObject({ body: { data: { assignee: { id: staff.id, name: staff.name } } } });
    expect(await change({ state: 'closed' })).toMatchObject({ body: { data: { state: 'closed', assignee: { id: staff.id } } } });
    for (const sortOrder of ['ASC', 'DESC']) {
      const found = await inbox(`?assigneeId=${staff.id}&state=closed&sortOrder=${sortOrder}`);
      expect(found.all.items.map((message) => message.id)).toEqual([id]);
    }
    expect((await inbox('?state=open')).feedback.items.map((message) => message.id)).not.toContain(id);
    const { data } = await as<{ data: AuditRow[] }>('/superadmin/audit');
    expect(data[0]).toMatchObject({ action: 'Close message', before: { state: 'open' }, after: { state: 'closed' } });
    expect(data[1]).toMatchObject({ action: 'Assign message', before: { assignee: null }, after: { assignee: { id: staff.id } } });
    expect(await change({ state: 'open', assigneeId: null })).toMatchObject({ body: { data: { state: 'open', assignee: null } } });
  });

  test('the inbox as a file has its messages as the filter shows them, formulas made harmless', async () => {
    const form = new FormData();
    const fields = { fullName: '=HYPERLINK("http://evil.test")', email: first.email, subject: '+1', message: '@SUM(A1), "so"' };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    await mustCall({ path: '/app/feedback', token: first.token, body: form });
    const response = await fetchCsv('/superadmin/csv/messages?tab=feedback&search=hyperlink');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [, row = ''] = (await response.text()).split('\r\n');
    expect(row).toContain(`,"'=HYPERLINK(""http://evil.test"")",${first.email},'+1,"'@SUM(A1), ""so""",open,,false,`);
  });

  test('an unknown message is 404, an empty reply names its field', async () => {
    const path = `/app/superadmin/messages/feedback/${someId}`;
    expect((await call({ method: 'PUT', path, token: staff.token, body: { isRead: true } })).status).toBe(404);
    const refused = await call({ path: `${path}/reply`, token: staff.token, body: { text: ' ' } });
    expect(refused).toMatchObject({ status: 400, body: { error: { details: [{ field: 'text' }] } } });
  });
});

// Covers S2-7-14, S2-7-15
test('a code is made by the server, found in any letter case and never changed; the audit has before and after', async () => {
  const made = await mustCall<{ data: { code: string } }>({ path: '/app/superadmin/discounts', token: staff.token, body: discount });
  const { code } = made.data;
  await mustCall({
    method: 'PUT',
    path: `/app/superadmin/discounts/${code.toLowerCase()}`,
    token: staff.token,
    body: { ...discount, description: 'Changed', code: 'OTHER' },
  });
  const { data } = await as<{ data: { code: string; description: string }[] }>('/superadmin/discounts');
  expect(data.find((each) => each.code === code)).toMatchObject({ id: code, description: 'Changed' });
  const audit = await as<{ data: AuditRow[] }>('/superadmin/audit');
  expect(audit.data[0]).toMatchObject({
    action: 'Update discount',
    target: `discounts/${code}`,
    before: { description: 'Ten off' },
    after: { description: 'Changed' },
  });
});

// Covers S2-2.p-03, S2-2.p-05, S2-2.o-05, S2-2.o-06
test('staff add a plan, give it to an account for nothing and delete it; each is audited', async () => {
  const made = await mustCall<{ data: { id: string } }>({ path: '/app/superadmin/add-product', token: staff.token, body: product });
  const { id } = made.data;
  const path = `/app/superadmin/users/${second.id}/change-subscription`;
  await mustCall({ method: 'PUT', path, token: staff.token, body: { productId: id } });
  const users = await as<{ data: OfficeUser[] }>(`/superadmin/users?search=${second.id}`);
  expect(users.data[0]).toMatchObject({ plan: 'Plan' });
  await mustCall({ method: 'DELETE', path: `/app/superadmin/products/${id}`, token: staff.token });
  const sold = await mustCall<{ data: { id: string }[] }>({ path: '/api/subscriptions/premium-products' });
  expect(sold.data.map((each) => each.id)).not.toContain(id);
  const { data } = await as<{ data: AuditRow[] }>('/superadmin/audit');
  expect(data.slice(0, 3).map(({ action }) => action)).toEqual(['Delete product', 'Change subscription', 'Add product']);
  expect(data[0]).toMatchObject({ before: { deletedAt: null }, after: { deletedAt: expect.any(String) } });
});

// Covers S2-2.h-03, S2-2.h-06
test('the logs are those of one day, the latest first; timestamp selects nothing', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const { data } = await as<{ data: SystemLogRow[] }>(`/logs?date=${today}&timestamp=1`);
  expect(data.length).toBeGreaterThan(0);
  expect(data.every(({ timestamp }) => timestamp.startsWith(today))).toBe(true);
  expect(data.map(({ timestamp }) => timestamp)).toEqual(
    data
      .map(({ timestamp }) => timestamp)
      .sort()
      .reverse(),
  );
  expect(JSON.stringify(data)).not.toContain('@example.test');
  expect((await as<{ data: SystemLogRow[] }>('/logs?date=2020-01-01')).data).toEqual([]);
  expect((await call({ path: '/app/logs?date=yesterday', token: staff.token })).status).toBe(400);
});

// Covers S2-2.p-04, S2-2.o-08
test('an edited product is another in the list and among the plans for sale', async () => {
  const made = await mustCall<{ data: { id: string } }>({ path: '/app/superadmin/add-product', token: staff.token, body: product });
  const { id } = made.data;
  const change = { ...product, name: 'Plan B', usageLimit: 77 };
  await mustCall({ method: 'PUT', path: `/app/superadmin/products/${id}`, token: staff.token, body: change });
  const listed = await as<{ data: Record<string, unknown>[] }>(`/superadmin/products?search=${id}`);
  expect(listed.data).toHaveLength(1);
  expect(listed.data[0]).toEqual({
    id,
    stripeProductId: null,
    name: 'Plan B',
    description: 'A plan.',
    usageLimit: 77,
    tier: 'pro',
    price: 0,
    currency: 'usd',
    recurring: true,
    interval: 'month',
    mostChosen: false,
    warning: null,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
    deletedAt: null,
  });
  const sold = await mustCall<{ data: { id: string }[] }>({ path: '/app/subscriptions/premium-products' });
  expect(sold.data.find((plan) => plan.id === id)).toMatchObject({ name: 'Plan B', usageLimit: 77 });
  await mustCall({ method: 'DELETE', path: `/app/superadmin/products/${id}`, token: staff.token });
});
