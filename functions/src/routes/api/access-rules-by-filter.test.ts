import { afterAll, expect, test } from 'vitest';
import { rulesWorld } from '../../../test/rules-world.ts';

const { api, notes, ann, bob, save, add, as } = await rulesWorld();
afterAll(() => api.stop());

test('a change by filter reaches what rules let its author list and change, and asks nothing of hidden fields', async () => {
  const own = await add({ title: 'filtered', userId: ann.id, score: 'some score', state: 'open' });
  const foreign = await add({ title: 'filtered', userId: bob.id, published: false });
  const change = (query: string, body: object) => as(ann, query, { method: 'PATCH', body });
  const dry = await change('?title=filtered&dryRun=true', { title: 'refiltered' });
  expect(dry.body.data).toMatchObject({ matched: 1, refused: 0, samples: [{ id: own, title: 'refiltered', by: ann.id }] });
  expect(dry.text).not.toContain('some score');
  expect((await change('?title=filtered', { state: 'done' })).status).toBe(403);
  expect((await change('?title=filtered', { title: 'refiltered' })).body.data).toMatchObject({ matched: 1, changed: 1 });
  expect((await api.call(`${notes.path}/dataId/${foreign}`)).body.data.title).toBe('filtered');
  for (const method of ['PATCH', 'DELETE']) {
    const ask = (name: string) => as(ann, `?${name}!=x`, method === 'PATCH' ? { method, body: { title: 'x' } } : { method });
    const [hidden, unknown] = [await ask('score'), await ask('nosuch')];
    expect([hidden.status, String(hidden.body.message).replaceAll('score', 'nosuch')]).toEqual([400, unknown.body.message]);
  }
  // A published record of somebody else may be listed and not changed: then nothing is.
  const theirs = await add({ title: 'refiltered', userId: bob.id, published: true });
  expect((await as(ann, '?title=refiltered', { method: 'DELETE' })).status).toBe(403);
  expect((await as(ann, `/dataId/${own}`)).status).toBe(200);
  await api.call(`${notes.path}/dataId/${theirs}`, { method: 'DELETE' });
  expect((await as(ann, '?title=refiltered', { method: 'DELETE' })).body.data).toMatchObject({ changed: 1 });
});

test('a change by filter that would be a job is refused where rules are asked for each record', async () => {
  const crowd = await api.storage('crowd', { history: 7 });
  for (const size of [100, 1]) await api.call(crowd.path, { body: Array.from({ length: size }, () => ({ n: 1 })) });
  await save(crowd, [{ who: 'signedIn', verbs: ['list', 'read', 'update'] }]);
  const refused = await api.call(`${crowd.path}?n=1`, { bearer: ann.bearer, method: 'PATCH', body: { n: 2 } });
  expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('more than 100 match')]);
  expect((await api.call(`${crowd.path}/count?n=2`)).body.data.count).toBe(0);
});
