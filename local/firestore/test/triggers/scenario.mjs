// Runs within emulators:exec: changes documents, and waits until the functions have written down as many events as expected.
import { readFileSync } from 'node:fs';

const project = process.env.GCLOUD_PROJECT;
const root = `http://${process.env.FIRESTORE_EMULATOR_HOST}/v1/projects/${project}/databases/(default)/documents`;
const [expected] = process.argv.slice(2).map(Number);
const updates = 10;

for (const id of ['a', 'b']) {
  await patch(`items/${id}`, 0);
  for (let n = 1; n <= updates; n++) await patch(`items/${id}`, n);
  // Nothing changes, so nothing is told.
  await patch(`items/${id}`, updates);
  await send('DELETE', `items/${id}`);
}
await patch('items/a/parts/p', 1);
await patch('owned/by-admin', 1);
await patch('owned/by-user', 1, userToken('ada'));

const until = Date.now() + 120_000;
while (lines() < expected && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
// An event that came twice would come now.
await new Promise((resolve) => setTimeout(resolve, 1000));
process.exit(lines() === expected ? 0 : 1);

function patch(path, n, token = 'owner') {
  return send('PATCH', path, { fields: { n: { integerValue: String(n) } } }, token);
}

async function send(method, path, body, token = 'owner') {
  const response = await fetch(`${root}/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status} ${await response.text()}`);
}

function userToken(uid) {
  return `${part({ alg: 'none', type: 'JWT' })}.${part({ sub: uid })}.`;
}

function part(json) {
  return Buffer.from(JSON.stringify(json)).toString('base64url');
}

function lines() {
  try {
    return readFileSync(process.env.TRIGGER_LOG ?? '', 'utf8')
      .trimEnd()
      .split('\n').length;
  } catch {
    return 0;
  }
}
