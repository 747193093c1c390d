import { Grants } from '@bedplate/contract';
import { Timestamp } from '@google-cloud/firestore';
import { apiKeyId, makeKeyPair } from '../src/crypto/key-pair.ts';
import { saveAccess } from '../src/domain/grants/save-access.ts';
import { type Request, startApi } from './api-server.ts';
import { admin } from './callers.ts';
import { databaseOf } from './data-services.ts';

const password = 'a-good-password-1';
const rulesOfNotes = [
  { who: { key: '*' }, verbs: ['create'] },
  {
    who: { owner: 'userId' },
    verbs: ['list', 'read', 'create', 'update', 'delete'],
    fields: { readOnly: ['state'], writeOnce: ['slug'], server: { by: '@user.id' }, hidden: ['score'] },
  },
  { who: 'anyone', verbs: ['list', 'read'], if: [{ field: 'published', value: true }], fields: { hidden: ['draft', 'score'] } },
];

/** Two app users, and notes of which each sees their own and the published ones. */
export async function rulesWorld() {
  const api = await startApi();
  const users = await api.storage('users');

  async function signedUp(username: string) {
    const { id } = (await api.call(users.path, { body: { username, password, email: `${username}@example.test` } })).body.data;
    const { accessToken } = (await api.call(`${users.path}/authenticate`, { body: { username, password } })).body;
    return { id: id as string, bearer: accessToken as string };
  }
  const [ann, bob] = [await signedUp('ann'), await signedUp('bob')];

  const notes = await api.storage('notes', { is_softDelete: true });
  const all = ['state', 'slug', 'by', 'score', 'draft', 'published', 'title'];
  await api.call(notes.path, { body: Object.fromEntries(all.map((name) => [name, name === 'published' ? false : `some ${name}`])) });

  function save({ id }: { readonly id: string }, grants: unknown, change: { version?: number; live?: boolean } = {}) {
    const path = { projectId: 'p1', storageId: id };
    return saveAccess(api.services, admin, { path, change: { version: 0, ...change, grants: Grants.parse(grants) } });
  }
  await save(notes, rulesOfNotes);

  /** @returns calls with a named key, for all storages */
  async function namedKey(...verbs: string[]) {
    const { apiKey } = makeKeyPair(api.services.config.tokenPepper);
    const now = Timestamp.now();
    const named = { kind: 'scoped', name: 'Page', storages: ['*'], verbs, origins: [], expiresAt: null, active: true };
    const firestore = databaseOf(api.services.store);
    await firestore.doc(`apiKeys/${apiKeyId(apiKey)}`).set({ ...named, tenantId: 't1', projectId: 'p1', createdAt: now, updatedAt: now });
    const headers = { 'x-api-key': apiKey, 'x-secret-key': '' };
    return (path: string, more: Request = {}) => api.call(path, { ...more, headers });
  }

  return {
    api,
    users,
    notes,
    ann,
    bob,
    save,
    namedKey,
    /** @returns the id of a new note */
    add: async (fields: object): Promise<string> => (await api.call(notes.path, { body: fields })).body.data.id,
    /** Calls the notes as somebody. */
    as: (who: { readonly bearer: string }, rest: string, more: Request = {}) =>
      api.call(`${notes.path}${rest}`, { bearer: who.bearer, ...more }),
  };
}
