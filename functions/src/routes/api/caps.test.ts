import type { ProjectCapsChange } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { projectCaps, setProjectCaps } from '../../domain/spend/project-caps.ts';

let api: ApiServer;
let path: string;
beforeAll(async () => {
  api = await startApi();
  ({ path } = await api.storage('orders'));
});
afterAll(() => api.stop());

const heard = (credits: number | undefined) =>
  expect.poll(async () => (await api.services.caches.projects.get('projects/p1'))?.data.caps?.project?.credits).toBe(credits);

test('a project beyond its cap answers 429 with the rule, costs no credit of the account, and goes on when the cap is raised', async () => {
  await setProjectCaps(api.services, { caller: admin, projectId: 'p1', caps: { project: { credits: 2, per: 'month' }, appUser: null } });
  await heard(2);
  const statuses = [];
  for (let call = 0; call < 4; call += 1) statuses.push((await api.call(`${path}/count`)).status);
  expect(statuses).toEqual([200, 200, 429, 429]);
  const refused = await api.call(`${path}/count`);
  expect(refused.body).toMatchObject({ error: { code: 'cap-reached' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await projectCaps(api.services, admin, 'p1')).toMatchObject({ used: 2, project: { credits: 2, per: 'month' } });
  await api.services.credits.settle();
  const { docs } = await databaseOf(api.services.store).collection('usage').get();
  expect(docs[0]?.get('used')).toBe(2);
  await setProjectCaps(api.services, { caller: admin, projectId: 'p1', caps: { project: { credits: 3, per: 'month' }, appUser: null } });
  await heard(3);
  expect((await api.call(`${path}/count`)).status).toBe(200);
  expect((await api.call(`${path}/count`)).status).toBe(429);
});

test('a call that costs more credits takes all of them or none', async () => {
  await setProjectCaps(api.services, { caller: admin, projectId: 'p1', caps: { project: { credits: 6, per: 'month' }, appUser: null } });
  await heard(6);
  const users = await api.storage('users');
  const many = Array.from({ length: 50 }, (_, n) => ({ username: `user${n}`, password: 'Correct-horse-9' }));
  expect((await api.call(users.path, { body: many })).status).toBe(429);
  const { docs } = await databaseOf(api.services.store).collection(`storages/${users.id}/records`).get();
  expect(docs).toEqual([]);
  expect((await api.call(`${path}/count`)).status).toBe(200);
  await setProjectCaps(api.services, { caller: admin, projectId: 'p1', caps: { project: null, appUser: null } });
  await heard(undefined);
  expect((await api.call(`${path}/count`)).status).toBe(200);
});

test('of two people with the caps of one project open, the change of each stands', async () => {
  const [whole, each] = [{ credits: 900, per: 'month' } as const, { credits: 20, per: 'day' } as const];
  const save = (caps: ProjectCapsChange) => setProjectCaps(api.services, { caller: admin, projectId: 'p1', caps });
  await save({ project: null, appUser: null });
  await save({ project: whole, appUser: null, changed: ['project'] });
  expect(await save({ project: null, appUser: each, changed: ['appUser'] })).toMatchObject({ project: whole, appUser: each });
  expect(await save({ project: null, appUser: null })).toMatchObject({ project: null, appUser: null });
});
