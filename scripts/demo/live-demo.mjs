import { demoAccounts } from './accounts.mjs';
import { bearer, send } from './calls.mjs';
import { logInByCall } from './people.mjs';

const shelf = ['Ash stool', 'Brass lamp', 'Linen throw', 'Stone vase'];

/** Opens a storage of the demo's shop to visitors of the landing page, as docs/deploy.md tells. @param shop the project's id */
export async function showOnLandingPage({ web }, { shop, account, token }) {
  const inConsole = (path, body, method = 'POST', by = token) => send(`${web}/app${path}`, { method, headers: bearer(by), body });
  const storages = `/project/${shop}/dataStorages`;
  const { data: storage } = await inConsole(storages, { dataStorageName: 'Shelf', dataStorageKey: 'shelf', isSoftDelete: false });
  const fields = { name: { type: 'text', readOnly: true }, sold: { type: 'integer', min: 0 } };
  await inConsole(`${storages}/${storage.id}/schema`, { version: 0, state: 'enforce', schema: { fields, closed: true } }, 'PUT');
  const headers = { 'x-api-key': account.apiKey, 'x-secret-key': account.secretKey, 'x-project-id': shop };
  await send(`${web}/api/shelf/${storage.id}`, { headers, body: shelf.map((name, i) => ({ name, sold: 12 + 7 * i })) });
  const key = { name: 'Landing page', projectId: shop, storages: [storage.id], verbs: ['read', 'update'] };
  const { data } = await inConsole('/keys', { ...key, cap: { credits: 5000, per: 'day' } });
  const change = { apiKey: data.apiKey, reason: 'Visitors may try it.' };
  await inConsole('/superadmin/platform/demo', change, 'PUT', await logInByCall({ web }, demoAccounts.superadmin));
}
