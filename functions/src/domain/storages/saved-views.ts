import { limits, type SavedView, type SavedViewChange, type SavedViewInput } from '@bedplate/contract';
import { ApiError, notFound } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import { savedViews, storages } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { Caller } from '../callers/caller.ts';
import { findStorage } from '../callers/find-project.ts';

interface StoragePath {
  readonly projectId: string;
  readonly storageId: string;
}

type ViewPath = StoragePath & { readonly viewId: string };

/** The document that holds all views of a storage. */
const documentId = 'all';

/** @returns the storage's views by name: one read, whatever their number @throws {ApiError} not-found */
export async function listSavedViews(services: Services, caller: Caller, path: StoragePath): Promise<SavedView[]> {
  const { id } = await findStorage(services, { caller, ...path });
  return (await services.store.in(savedViews(id)).get(documentId))?.data.views ?? [];
}

/** @throws {ApiError} not-found, already-exists for a name that is taken, quota-exceeded, payload-too-large */
export async function addSavedView(
  services: Services,
  caller: Caller,
  { path, input }: { path: StoragePath; input: SavedViewInput },
): Promise<SavedView> {
  const added = { id: services.makeId().id, ...input };
  await changeSavedViews(services, caller, {
    path,
    change: (views) => takeView(views, added),
  });
  return added;
}

/** Gives a view another name, other settings, or both. @throws {ApiError} not-found, already-exists, payload-too-large */
export async function changeSavedView(
  services: Services,
  caller: Caller,
  { path: { viewId, ...path }, change }: { path: ViewPath; change: SavedViewChange },
): Promise<void> {
  await changeSavedViews(services, caller, {
    path,
    change(views) {
      const before = known(views, viewId);
      return withView(without(views, before), { ...before, name: change.name ?? before.name, view: change.view ?? before.view });
    },
  });
}

/** @throws {ApiError} not-found */
export async function deleteSavedView(services: Services, caller: Caller, { viewId, ...path }: ViewPath): Promise<void> {
  await changeSavedViews(services, caller, { path, change: (views) => without(views, known(views, viewId)) });
}

/** Reads the storage in the same transaction: one that is deleted for good in this moment gets no view. */
export async function changeSavedViews(
  services: Services,
  caller: Caller,
  { path, change }: { path: StoragePath; change: (views: readonly SavedView[]) => SavedView[] },
): Promise<void> {
  const { id } = await findStorage(services, { caller, ...path });
  await services.store.transaction(async (tx) => {
    const [storage, stored] = [await tx.storages.get(id), await tx.in(savedViews(id)).get(documentId)];
    if (!storage || storage.data.archived) throw notFound('Storage');
    const views = change(stored?.data.views ?? []);
    tx.write(savedViews(id).set(documentId, { views }), storages.update(id, { setUpAt: Timestamp.fromMillis(services.clock()) }));
  });
}

/** @returns the views with one more @throws {ApiError} already-exists, quota-exceeded, payload-too-large */
export function takeView(views: readonly SavedView[], view: SavedView): SavedView[] {
  if (views.length >= limits.savedViews) throw new ApiError('quota-exceeded', say('savedViewsMany', { max: limits.savedViews }));
  return withView(views, view);
}

function known(views: readonly SavedView[], viewId: string): SavedView {
  const view = views.find(({ id }) => id === viewId);
  if (!view) throw notFound('View');
  return view;
}

function without(views: readonly SavedView[], { id }: SavedView): SavedView[] {
  return views.filter((view) => view.id !== id);
}

/** @returns the views with one more, in the order of their names */
function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  if (Buffer.byteLength(JSON.stringify(view)) > limits.savedViewBytes) {
    throw new ApiError('payload-too-large', say('savedViewLarge', { max: limits.savedViewBytes / 1024 }));
  }
  if (views.some(({ name }) => comparable(name) === comparable(view.name))) {
    throw new ApiError('already-exists', say('savedViewTaken', { name: view.name }), { field: 'name' });
  }
  return [...views, view].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

function comparable(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}
