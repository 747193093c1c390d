import { bearer, inTurns, send } from './calls.mjs';

/**
 * Lets the shop live a little, so that no page of its project is empty: a history that can be taken back, a webhook with deliveries,
 * a key of its page with calls and one refusal, and signed-in customers.
 * @param shop the project's id @param storages by key, with their ids @param customers as they were signed up
 */
export async function liveInShop({ web }, { shop, account, token, storages, customers }) {
  const { orders, products, users } = storages;
  const inConsole = (path, body, method = 'POST') => send(`${web}/app${path}`, { method, headers: bearer(token), body });
  const byKeys = { 'x-api-key': account.apiKey, 'x-secret-key': account.secretKey, 'x-project-id': shop };
  const onServer = (path, body, method = 'POST') => send(`${web}/api${path}`, { method, headers: byKeys, body });

  for (const { id } of [orders, products]) await inConsole(`/project/${shop}/dataStorages/${id}`, { history: 30 }, 'PUT');
  await sendEvents({ shop, orders, inConsole });
  const { data: open } = await send(`${web}/api/orders/${orders.id}?status=open&limit=4`, { headers: byKeys });
  for (const { id } of open) await onServer(`/orders/${orders.id}/dataId/${id}`, { status: 'paid', paid: true }, 'PUT');
  const [first] = (await send(`${web}/api/products/${products.id}?limit=1`, { headers: byKeys })).data;
  for (const price of [first.price - 2, first.price - 3]) await onServer(`/products/${products.id}/dataId/${first.id}`, { price }, 'PUT');

  for (const { username, password } of customers.slice(0, 3)) await onServer(`/users/${users.id}/authenticate`, { username, password });
  const { data: key } = await inConsole('/keys', { name: 'Shop page', projectId: shop, storages: [products.id], verbs: ['read'] });
  const onPage = { 'x-api-key': key.apiKey, 'x-project-id': shop };
  await inTurns(visits(), (query) => send(`${web}/api/products/${products.id}?${query}`, { headers: onPage }));
  await letGo({ shop, products, inConsole, onServer });
  // This key only reads: the page Requests tells who was refused, and why.
  await send(`${web}/api/products/${products.id}/dataId/${first.id}`, { method: 'PUT', headers: onPage, body: { price: 1 } }).catch(
    () => {},
  );
}

/** Something to bring back: two products in the trash, a storage and a project in the archive. */
async function letGo({ shop, products, inConsole, onServer }) {
  const { data: old } = await onServer(`/products/${products.id}?available=false&limit=2`, undefined, 'GET');
  for (const { id } of old) await onServer(`/products/${products.id}/dataId/${id}`, undefined, 'DELETE');
  const storages = `/project/${shop}/dataStorages`;
  const { data: drafts } = await inConsole(storages, { dataStorageName: 'Drafts', dataStorageKey: 'drafts', isSoftDelete: false });
  await onServer(`/drafts/${drafts.id}`, [{ title: 'Autumn shelf' }, { title: 'Gift cards' }]);
  await inConsole(`${storages}/${drafts.id}`, undefined, 'DELETE');
  const { data: market } = await inConsole('/projects', { name: 'Spring market', description: 'A stall of three weekends.' });
  await inConsole(`/projects/${market.id}`, undefined, 'DELETE');
}

/** Lists that visitors of the shop ask for. */
function visits() {
  const shelves = ['Kitchen', 'Living', 'Office', 'Outdoor'].flatMap((category) => [
    `category=${category}&sortBy=price&limit=12`,
    `category=${category}&rating>=4.5&limit=12`,
    `category=${category}&available=true&sortBy=-rating&limit=12`,
  ]);
  const words = ['oak', 'linen', 'brass', 'lamp', 'mug', 'bench', 'vase', 'clock'].map((word) => `search=${word}&limit=12`);
  const pages = Array.from({ length: 32 }, (_, i) => `limit=12&page=${1 + (i % 8)}`);
  return [...shelves, ...words, ...pages];
}

/** Tells what happens to orders to the address of another storage, which keeps it. */
async function sendEvents({ shop, orders, inConsole }) {
  const { data: events } = await inConsole(`/project/${shop}/dataStorages`, {
    dataStorageName: 'Events',
    dataStorageKey: 'events',
    isSoftDelete: false,
  });
  const add = (body) => inConsole(`/project/${shop}/endpoints`, body);
  const inbound = { dataStorageId: events.id, type: 'webhook', functionality: 'sender', method: 'post' };
  const { data: address } = await add(inbound);
  await add({ dataStorageId: orders.id, type: 'webhook', functionality: 'receiver', method: 'post', endpoint: address.endpoint });
}
