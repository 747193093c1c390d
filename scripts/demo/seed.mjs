import { projectId } from '../suite/paths.mjs';
import { demoAccounts, demoPassword } from './accounts.mjs';
import { productPicture } from './product-picture.mjs';
import { shopData } from './shop-data.mjs';

const perCall = 100;
const atOnce = 4;
const owner = { authorization: 'Bearer owner', 'content-type': 'application/json' };

/**
 * Fills an empty copy with the demo of the README, through the product's own APIs: what they refuse is not in the demo.
 * It can only reach local emulators: the accounts' password is public.
 * @param {{ web: string, inbox: string, firestoreHost: string }} addresses
 * @returns {Promise<boolean>} false when there are accounts already
 */
export async function seedDemo(addresses) {
  if (!addresses.web.startsWith('http://127.0.0.1:')) throw new Error('The demo is for local copies only.');
  if (await hasAccounts(addresses)) return false;
  const { admin, developer, manager, user, superadmin } = demoAccounts;
  await register(addresses, admin);
  const token = await logIn(addresses, admin);
  const ask = (path, body) => send(`${addresses.web}/app${path}`, { headers: { authorization: `Bearer ${token}` }, body });

  const { data: shop } = await ask('/projects', { name: 'Demo shop', description: 'A small shop with products, orders and customers.' });
  const [, , , , keys, products, orders, users] = await Promise.all([
    makeSuperadmin(addresses, superadmin),
    register(addresses, developer, { role: 'developer', projectId: shop.id, token }),
    register(addresses, manager, { role: 'manager', projectId: shop.id, token }),
    register(addresses, user, { role: 'user', projectId: shop.id, token }),
    ask('/users/getUser'),
    ...['products', 'orders', 'users'].map(async (key) => {
      const body = { dataStorageName: key[0].toUpperCase() + key.slice(1), dataStorageKey: key, isSoftDelete: key === 'products' };
      return (await ask(`/project/${shop.id}/dataStorages`, body)).data;
    }),
  ]);

  const { apiKey, secretKey } = keys.data;
  const headers = { 'x-api-key': apiKey, 'x-secret-key': secretKey, 'x-project-id': shop.id };
  const data = shopData();
  await inTurns(
    [
      ...chunks(data.products).map((body) => [`/api/products/${products.id}`, body]),
      ...chunks(data.orders).map((body) => [`/api/orders/${orders.id}`, body]),
      ...data.users.map((body) => [`/api/users/${users.id}`, body]),
    ],
    ([path, body]) => send(addresses.web + path, { headers, body }),
  );
  const { data: pictured } = await send(`${addresses.web}/api/products/${products.id}?limit=6`, { headers });
  // One after the other: an instance has memory for few uploads whose length the proxy does not tell, and refuses more at a time.
  for (const product of pictured) await upload(`${addresses.web}/api/products/${products.id}`, headers, product);
  return true;
}

/** A picture of the product into its field `photo`. */
async function upload(storage, headers, { id, title, sku }) {
  const form = new FormData();
  form.append('file', new Blob([await productPicture(title)], { type: 'image/png' }), `${sku}.png`);
  const response = await fetch(`${storage}/dataId/${id}/upload?fieldName=photo`, { method: 'POST', headers, body: form });
  if (!response.ok) throw new Error(`The demo could not be written: an upload answered ${response.status}: ${await response.text()}`);
}

async function hasAccounts({ firestoreHost }) {
  const { documents } = await send(`${documentsAt(firestoreHost)}/users?pageSize=1`, { headers: owner });
  return Boolean(documents?.length);
}

async function register({ web, inbox }, { email, name }, { token, role = null, projectId: boundTo = null } = {}) {
  const body = { name, email, password: demoPassword, confirmPassword: demoPassword, role, projectId: boundTo };
  await send(`${web}/app/authentication/register`, { headers: token ? { authorization: `Bearer ${token}` } : {}, body });
  await send(`${web}/app/verify/user/${await mailedToken(inbox, email, 'verify')}`, {});
}

async function mailedToken(inbox, email, page) {
  for (const end = Date.now() + 10_000; Date.now() < end; ) {
    const [mail] = await send(`${inbox}/api/email?to=${encodeURIComponent(email)}`, {});
    const token = mail && new RegExp(`/user/([^/\\s"]+)/${page}`).exec(mail.html)?.[1];
    if (token) return token;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No mail with a link for ${email} arrived.`);
}

async function logIn({ web }, { email }) {
  const body = { email, password: demoPassword, twoFactorCode: null };
  return (await send(`${web}/app/authentication/login`, { body })).accessToken;
}

/** Nobody can register as one, so the person is written where the platform's operator would, and sets the password by mail. */
async function makeSuperadmin({ web, inbox, firestoreHost }, { email, name }) {
  const now = { timestampValue: new Date().toISOString() };
  const none = { nullValue: null };
  const fields = {
    name: { stringValue: name },
    email: { stringValue: email },
    role: { stringValue: 'superadmin' },
    tenantId: none,
    projectId: none,
    is_active: { booleanValue: true },
    is_enable_two_factor: { booleanValue: false },
    verifiedAt: now,
    last_login: none,
    createdAt: now,
    updatedAt: now,
  };
  await send(`${documentsAt(firestoreHost)}/users`, { headers: owner, body: { fields } });
  await send(`${web}/app/authentication/forgot-password`, { body: { email } });
  const token = await mailedToken(inbox, email, 'reset-password');
  const body = { password: demoPassword, confirm_password: demoPassword };
  await send(`${web}/app/authentication/${token}/reset-password`, { body });
}

function documentsAt(firestoreHost) {
  return `http://${firestoreHost}/v1/projects/${projectId}/databases/(default)/documents`;
}

async function send(url, { method, headers = {}, body }) {
  const response = await fetch(url, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: { 'content-type': 'application/json', ...headers },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The demo could not be written: ${url} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

function chunks(list) {
  return Array.from({ length: Math.ceil(list.length / perCall) }, (_, i) => list.slice(i * perCall, (i + 1) * perCall));
}

async function inTurns(jobs, run) {
  const left = [...jobs];
  const worker = async () => {
    for (let job = left.shift(); job; job = left.shift()) await run(job);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
