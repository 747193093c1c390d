import { limits, type SavedViewInput, ViewSettings } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { admin } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { newMeter, withMeter } from '../../store/model/meter.ts';
import { addSavedView, changeSavedView, deleteSavedView, listSavedViews } from './saved-views.ts';

let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const plain: ViewSettings = {
  search: '',
  where: '',
  startDate: '',
  endDate: '',
  limit: 20,
  sort: null,
  deleted: false,
  hidden: [],
  order: [],
};
const aView = (name: string, view: Partial<ViewSettings> = {}): SavedViewInput => ({ name, view: { ...plain, ...view } });
const place = (storageId: string) => ({ projectId: 'p1', storageId });
const add = (storageId: string, input: SavedViewInput) => addSavedView(api.services, admin, { path: place(storageId), input });
const list = (storageId: string) => listSavedViews(api.services, admin, place(storageId));

async function billed<R>(work: () => Promise<R>) {
  const meter = newMeter();
  await withMeter(meter, work);
  return { reads: meter.reads, writes: meter.writes };
}

test('views are listed by name with one read beside the storage, however many there are', async () => {
  const { id } = await api.storage('orders');
  expect(await list(id)).toEqual([]);
  for (const name of ['Open', 'by amount', 'Late']) await add(id, aView(name, { where: 'status=open' }));
  expect((await list(id)).map(({ name }) => name)).toEqual(['by amount', 'Late', 'Open']);
  expect(await billed(() => list(id))).toEqual({ reads: 2, writes: 0 });
  expect(await billed(() => add(id, aView('New')))).toEqual({ reads: 3, writes: 2 });
});

test('a view gets another name, other settings, and goes', async () => {
  const { id } = await api.storage('products');
  const { id: viewId } = await add(id, aView('Cheap', { where: 'price<10' }));
  const path = { ...place(id), viewId };
  await changeSavedView(api.services, admin, { path, change: { name: 'Bargains' } });
  expect(await list(id)).toEqual([{ id: viewId, ...aView('Bargains', { where: 'price<10' }) }]);
  await changeSavedView(api.services, admin, { path, change: { view: { ...plain, where: 'price<5' } } });
  expect(await list(id)).toEqual([{ id: viewId, ...aView('Bargains', { where: 'price<5' }) }]);
  await deleteSavedView(api.services, admin, path);
  expect(await list(id)).toEqual([]);
  await expect(deleteSavedView(api.services, admin, path)).rejects.toMatchObject({ code: 'not-found' });
});

test('a name that is taken is refused in any letter case, but a view keeps its own', async () => {
  const { id } = await api.storage('people');
  const { id: viewId } = await add(id, aView('Open'));
  await add(id, aView('Late'));
  await expect(add(id, aView('OPEN'))).rejects.toMatchObject({ code: 'already-exists', details: [{ field: 'name' }] });
  const rename = (name: string) => changeSavedView(api.services, admin, { path: { ...place(id), viewId }, change: { name } });
  await expect(rename('late')).rejects.toMatchObject({ code: 'already-exists' });
  await rename('OPEN');
  expect((await list(id)).map(({ name }) => name)).toEqual(['Late', 'OPEN']);
});

test('a storage holds no more views than one document takes', async () => {
  const { id } = await api.storage('many');
  const views = Array.from({ length: limits.savedViews }, (_, i) => ({ id: `v${i}`, ...aView(`View ${i}`) }));
  await databaseOf(api.services.store).doc(`storages/${id}/views/all`).set({ views });
  await expect(add(id, aView('One more'))).rejects.toMatchObject({ code: 'quota-exceeded' });
  const large = Array.from({ length: 100 }, (_, i) => `${i}`.padStart(limits.fieldNameLength, 'x'));
  await expect(add((await api.storage('large')).id, aView('Wide', { hidden: large }))).rejects.toMatchObject({ code: 'payload-too-large' });
});

test('a view names days, sizes and columns that there can be', () => {
  const accepts = (view: object) => ViewSettings.safeParse({ ...plain, ...view }).success;
  expect(accepts({ startDate: '2026-01-31', sort: { field: 'amount', order: 'desc' }, order: ['title'] })).toBe(true);
  for (const view of [
    { startDate: '2026-02-31' },
    { limit: 21 },
    { sort: { field: '', order: 'asc' } },
    { page: 2 },
    { search: 'x'.repeat(limits.searchLength + 1) },
    { order: Array.from({ length: limits.savedViewColumns + 1 }, (_, i) => `f${i}`) },
  ])
    expect({ view, isAccepted: accepts(view) }).toMatchObject({ isAccepted: false });
});
