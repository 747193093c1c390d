import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { updateProject } from './projects.ts';

let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test('of two people with one project open, the change of each stands', async () => {
  const save = (input: Parameters<typeof updateProject>[1]['input']) =>
    updateProject(api.services, { caller: admin, projectId: 'p1', input });
  const seen = { name: 'Shop', description: 'Of yesterday' };
  await save(seen);
  await save({ ...seen, name: 'Bookshop', changed: ['name'] });
  expect(await save({ ...seen, description: 'Of today', changed: ['description'] })).toMatchObject({
    name: 'Bookshop',
    description: 'Of today',
  });
  expect(await save(seen)).toMatchObject(seen);
});
