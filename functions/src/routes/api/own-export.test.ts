import { Grants } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { ownRecordsPage } from '../../domain/app-users/own-export.ts';
import { saveAccess } from '../../domain/grants/save-access.ts';
import { ApiError } from '../../errors/api-error.ts';

let api: ApiServer;
let users: Place;
let ann: { id: string; bearer: string };
let bob: { id: string; bearer: string };

type Place = Awaited<ReturnType<ApiServer['storage']>>;
interface Page {
  user?: object;
  sessions?: object[];
  records: { storageId: string; record: Record<string, unknown> }[];
  leftOut: object[];
  nextCursor: string | null;
}

const password = 'a-good-password-1';

beforeAll(async () => {
  api = await startApi();
  users = await api.storage('users', { endUserAccess: { read: 'own', write: 'own' } });
  ann = await signedUp('ann');
  bob = await signedUp('bob');
});
afterAll(() => api.stop());

async function signedUp(username: string) {
  const { id } = (await api.call(users.path, { body: { username, password, email: `${username}@example.test` } })).body.data;
  const { accessToken } = (await api.call(`${users.path}/authenticate`, { body: { username, password } })).body;
  return { id: id as string, bearer: accessToken as string };
}

const pageOf = (bearer: string, cursor?: string) =>
  api.call(`${users.path}/me/export${cursor === undefined ? '' : `?cursor=${encodeURIComponent(cursor)}`}`, { bearer });

async function exported(bearer: string): Promise<Page[]> {
  const pages: Page[] = [];
  let cursor: string | undefined;
  do {
    const answer = await pageOf(bearer, cursor);
    expect(answer.status).toBe(200);
    const page = answer.body as unknown as Page;
    pages.push(page);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return pages;
}

const add = (place: Place, all: object[]) => api.call(place.path, { body: all });

test('an export has the user’s record, the sessions and every own record once, page by page, and nobody else’s', async () => {
  const open = await api.storage('posts', { endUserAccess: { read: 'all', write: 'own' } });
  const own = await api.storage('notes', { endUserAccess: { read: 'own', write: 'own' } });
  const shut = await api.storage('audit', { endUserAccess: { read: 'none', write: 'none' } });
  const many = Array.from({ length: 130 }, (_, at) => ({ userId: ann.id, title: `note ${at}` }));
  for (let at = 0; at < many.length; at += 50) await add(own, many.slice(at, at + 50));
  await add(own, [{ userId: bob.id, title: 'of bob' }]);
  await add(open, [
    { userId: ann.id, title: 'post' },
    { userId: bob.id, title: 'of bob' },
  ]);
  await add(shut, [{ userId: ann.id, title: 'kept from users' }]);
  const pages = await exported(ann.bearer);
  const [first] = pages;
  expect(first).toMatchObject({ user: { id: ann.id, username: 'ann' }, sessions: [{ current: true }] });
  expect(JSON.stringify(pages)).not.toMatch(/pass-?word|hash|of bob|kept from users/i);
  expect(pages.slice(1).some((page) => 'user' in page || 'sessions' in page)).toBe(false);
  const titles = pages.flatMap(({ records }) => records.map(({ record }) => record.title));
  expect(pages.every(({ records }) => records.length <= 100)).toBe(true);
  expect([...titles].sort()).toEqual([...many.map(({ title }) => title), 'post'].sort());
});

test('rules say which records and fields an export shows, by every field that names an owner', async () => {
  const cases = await api.storage('cases');
  const grants = Grants.parse([
    { who: { owner: 'author' }, verbs: ['list', 'read'], fields: { hidden: ['score'] } },
    { who: { owner: 'userId' }, verbs: ['list', 'read'], if: [{ field: 'open', value: true }] },
  ]);
  await add(cases, [
    { author: ann.id, userId: ann.id, title: 'both', open: true, score: 1 },
    { author: ann.id, title: 'author', open: false, score: 2 },
    { userId: ann.id, title: 'closed', open: false },
    { author: bob.id, title: 'other', open: true },
  ]);
  await saveAccess(api.services, admin, { path: { projectId: 'p1', storageId: cases.id }, change: { version: 0, grants } });
  const records = (await exported(ann.bearer)).flatMap((page) => page.records).filter(({ storageId }) => storageId === cases.id);
  expect(records.map(({ record: { title, score } }) => [title, score])).toEqual([
    ['both', 1],
    ['author', undefined],
  ]);
});

test('a page looks into ten storages at most, and the next one goes on behind them', async () => {
  for (let at = 0; at < 11; at++) await api.storage(`more${at}`, { endUserAccess: { read: 'own', write: 'own' } });
  const pages = await exported(bob.bearer);
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.flatMap(({ records }) => records).length).toBe(3);
});

test('a storage whose list would cost too much is named, and stops no export', async () => {
  const { records } = api.services;
  const reachIn = async () => {
    throw new ApiError('query-too-broad', 'too many');
  };
  const page = await ownRecordsPage({ records, reachIn, rulesOf: async () => [] }, { projectId: 'p1', userId: ann.id, cursor: undefined });
  expect(page.records).toEqual([]);
  expect(page.leftOut).toContainEqual({ storageId: expect.any(String), code: 'query-too-broad' });
});

test('the cursor of an export opens nothing of somebody else', async () => {
  const cursor = ((await pageOf(ann.bearer)).body as unknown as Page).nextCursor ?? '';
  const foreign = await pageOf(bob.bearer, cursor);
  expect(foreign.status === 400 || !foreign.text.includes('note ')).toBe(true);
  expect((await pageOf(ann.bearer, 'x')).status).toBe(400);
  expect((await api.call(`${users.path}/me/export`)).status).toBe(403);
});
