import { StorageSchema, usualMails } from '@bedplate/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ApiServer, startApi } from '../../../test/api-server.ts';
import { admin as caller } from '../../../test/callers.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { Timestamp } from '../../store/model/values.ts';
import { makeAgain } from '../endpoints/endpoint-again.ts';
import { createEndpoint } from '../endpoints/save-endpoint.ts';
import { saveAccess } from '../grants/save-access.ts';
import { archiveProject } from '../projects/archive.ts';
import { updateProject } from '../projects/projects.ts';
import { saveSchema } from '../records/schema/save-schema.ts';
import { setProjectCaps } from '../spend/project-caps.ts';
import { archiveStorage } from '../storages/archive.ts';
import { changeSavedViews } from '../storages/saved-views.ts';
import { createStorage, updateStorage } from '../storages/storages.ts';
import { saveUserMails } from '../storages/user-mails.ts';

/** A call that has found its project and its storage meets both archived in its transaction: it changes nothing and counts nothing. */
let api: ApiServer;
const database = () => databaseOf(api.services.store);

beforeAll(async () => {
  api = await startApi();
  await database()
    .doc('tenants/t1')
    .set({ counters: { projects: 2, members: 1 } }, { merge: true });
});
afterAll(() => api.stop());

interface Place {
  readonly projectId: string;
  readonly storageId: string;
}

const schema = StorageSchema.parse({ fields: {}, unique: [] });

const ofProject: Record<string, (place: Place) => Promise<unknown>> = {
  'the caps of a project': ({ projectId }) =>
    setProjectCaps(api.services, { caller, projectId, caps: { project: { credits: 5, per: 'day' }, appUser: null } }),
  'the name of a project': ({ projectId }) => updateProject(api.services, { caller, projectId, input: { name: 'New', description: '' } }),
  'the archive of a project': ({ projectId }) => archiveProject(api.services, caller, projectId),
  'a storage of a project': ({ projectId }) =>
    createStorage(api.services, { caller, projectId, input: { storageName: 'Notes', storageKey: 'notes', is_softDelete: false } }),
};

const ofStorage: Record<string, (place: Place) => Promise<unknown>> = {
  'the name of a storage': (path) => updateStorage(api.services, { caller, path, change: { storageName: 'New' } }),
  'the archive of a storage': (path) => archiveStorage(api.services, caller, path),
  'the views of a storage': (path) => changeSavedViews(api.services, caller, { path, change: () => [] }),
  'the mails of a storage': (path) => saveUserMails(api.services, caller, { path, wanted: { ...usualMails, version: 0 } }),
  'the schema of a storage': (path) => saveSchema(api.services, { caller, path, change: { version: 0, schema, state: 'learn' } }),
  'the rules of a storage': (path) => saveAccess(api.services, caller, { path, change: { version: 0, grants: [] } }),
  'an endpoint of a storage': ({ projectId, storageId }) =>
    createEndpoint(api.services, { caller, projectId, input: { dataStorageId: storageId, type: 'webhook', functionality: 'sender' } }),
  'an endpoint out of a backup': ({ storageId }) =>
    makeAgain(api.services, { caller, storageId, input: { dataStorageId: storageId, type: 'webhook', functionality: 'sender' } }),
};

/** Archives the project or the storage right before the next transaction. @returns how the call ended, and all that is stored before and after it */
async function archivedBefore(call: (place: Place) => Promise<unknown>, archives: 'project' | 'storage') {
  const { store } = api.services;
  const project = database().collection('projects').doc();
  const { id: projectId } = project;
  const times = { createdAt: Timestamp.now(), updatedAt: Timestamp.now() };
  await project.set({ tenantId: 't1', name: 'Shop', description: '', archivedAt: null, counters: { storages: 1 }, ...times });
  const { id: storageId } = await api.storage('users', { projectId });
  const transaction = store.transaction.bind(store);
  let before = '';
  const spy = vi.spyOn(store, 'transaction').mockImplementationOnce(async (...given) => {
    await (archives === 'project'
      ? project.update({ archivedAt: Timestamp.now() })
      : database().doc(`storages/${storageId}`).update({ archived: true, archivedAt: Timestamp.now() }));
    before = await all();
    return transaction(...given);
  });
  const code = await call({ projectId, storageId }).then(
    () => 'served',
    (refused: { code?: unknown }) => refused.code,
  );
  spy.mockRestore();
  return { code, before, after: await all() };
}

/** All that such a call could write. */
async function all(): Promise<string> {
  const names = ['tenants', 'projects', 'storages', 'endpoints', 'hooks', 'unique', 'activity'];
  const found = await Promise.all(names.map((name) => database().collection(name).get()));
  return JSON.stringify(found.map(({ docs }) => docs.map((doc) => [doc.ref.path, doc.data()])));
}

test.each(Object.entries(ofProject))('%s stays as it is when the project is archived meanwhile', async (_, call) => {
  const { code, before, after } = await archivedBefore(call, 'project');
  expect([code, after]).toEqual(['not-found', before]);
});

test.each(Object.entries(ofStorage))('%s stays as it is when the storage is archived meanwhile', async (_, call) => {
  const { code, before, after } = await archivedBefore(call, 'storage');
  expect([code, after]).toEqual(['not-found', before]);
});
