import { demoAccounts } from './accounts.mjs';
import { bearer, inTurns, send } from './calls.mjs';
import { hasAccounts } from './documents.mjs';
import { seedOffice, seedOfficeOfAccount } from './office.mjs';
import { logInByCall, register } from './people.mjs';
import { productPicture } from './product-picture.mjs';
import { shopData } from './shop-data.mjs';
import { setUpShop } from './shop-setup.mjs';
import { liveInShop } from './shop-life.mjs';
import { showOnLandingPage } from './live-demo.mjs';

const perCall = 100;

/**
 * Fills an empty copy with the demo of the README, through the product's own APIs: what they refuse is not in the demo.
 * It can only reach local emulators: the accounts' password is public.
 * @param {{ web: string, inbox: string, stripe: string, firestoreHost: string }} addresses
 * @returns {Promise<boolean>} false when there are accounts already
 */
export async function seedDemo(addresses) {
  if (!addresses.web.startsWith('http://127.0.0.1:')) throw new Error('The demo is for local copies only.');
  if (await hasAccounts(addresses)) return false;
  const [shop] = await Promise.all([seedShop(addresses), seedOffice(addresses)]);
  await showOnLandingPage(addresses, shop);
  return true;
}

/** @returns the shop's id, its account and the admin's token */
async function seedShop(addresses) {
  const { admin, developer, manager, user } = demoAccounts;
  await register(addresses, admin);
  const token = await logInByCall(addresses, admin);
  const ask = (path, body) => send(`${addresses.web}/app${path}`, { headers: bearer(token), body });

  const { data: shop } = await ask('/projects', { name: 'Demo shop', description: 'A small shop with products, orders and customers.' });
  const member = (role) => ({ role, projectId: shop.id, by: token });
  const { data: account } = await ask('/users/getUser');
  await Promise.all([
    fillStorages(addresses, { shop, account, ask }).then(async (filled) => {
      const filledShop = { ...filled, shop: shop.id, account, token };
      await liveInShop(addresses, filledShop);
      await setUpShop(addresses, filledShop);
    }),
    register(addresses, developer, member('developer')),
    register(addresses, manager, member('manager')),
    register(addresses, user, member('user')),
    seedOfficeOfAccount(addresses, { tenantId: account.tenantId, token }),
  ]);
  return { shop: shop.id, account, token };
}

/** @returns the storages by key, and who was signed up */
async function fillStorages({ web }, { shop, account, ask }) {
  const [products, orders, users] = await Promise.all(
    ['products', 'orders', 'users'].map(async (key) => {
      const body = { dataStorageName: key[0].toUpperCase() + key.slice(1), dataStorageKey: key, isSoftDelete: key === 'products' };
      return (await ask(`/project/${shop.id}/dataStorages`, body)).data;
    }),
  );
  const headers = { 'x-api-key': account.apiKey, 'x-secret-key': account.secretKey, 'x-project-id': shop.id };
  const data = shopData();
  await inTurns(
    [
      ...chunks(data.products).map((body) => [`/api/products/${products.id}`, body]),
      ...chunks(data.orders).map((body) => [`/api/orders/${orders.id}`, body]),
      ...data.users.map((body) => [`/api/users/${users.id}`, body]),
    ],
    ([path, body]) => send(web + path, { headers, body }),
  );
  const { data: pictured } = await send(`${web}/api/products/${products.id}?limit=6`, { headers });
  // One after the other: an instance has memory for few uploads whose length the proxy does not tell, and refuses more at a time.
  for (const product of pictured) await upload(`${web}/api/products/${products.id}`, headers, product);
  return { storages: { products, orders, users }, customers: data.users };
}

/** A picture of the product into its field `photo`. */
async function upload(storage, headers, { id, title, sku }) {
  const form = new FormData();
  form.append('file', new Blob([await productPicture(title)], { type: 'image/png' }), `${sku}.png`);
  await send(`${storage}/dataId/${id}/upload?fieldName=photo`, { headers, body: form });
}

function chunks(list) {
  return Array.from({ length: Math.ceil(list.length / perCall) }, (_, i) => list.slice(i * perCall, (i + 1) * perCall));
}
