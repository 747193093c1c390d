import { parseArgs } from 'node:util';
import { getApps, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { getFirestore } from 'firebase-admin/firestore';
import { addressesAt } from '../../scripts/suite/addresses.mjs';
import { hostileText } from './hostile-inputs.mjs';

/**
 * Throws hostile page views and messages at a running copy:
 *
 *   node bench/load/hostile-visitors.mjs --offset 10000 [--count 50000] [--seed 1]
 *
 * Holds: no 5xx, every accepted post is stored once and counted to the last digit, no path or agent that renders as
 * HTML is stored. Ends with 1 when one of them does not. A flood is refused by each instance for itself (600 views a minute of a
 * network), so it shows as 429 only where one instance gets that much.
 */
const { values } = parseArgs({
  options: {
    offset: { type: 'string', default: '0' },
    count: { type: 'string', default: '50000' },
    seed: { type: 'string', default: '1' },
  },
});
const { web, auth, firestoreHost } = addressesAt(Number(values.offset));
process.env.FIRESTORE_EMULATOR_HOST = firestoreHost;
process.env.FIREBASE_AUTH_EMULATOR_HOST = new URL(auth).host;
if (!getApps().length) initializeApp({ projectId: 'demo-bedplate' });
const db = getFirestore();
const random = mulberry(Number(values.seed));
const count = Number(values.count);
const problems = [];
const statuses = {};
const accepted = { track: 0, contact: 0, feedback: 0 };
const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

const token = await aPerson();
const before = await figures();
const began = Date.now();
let at = 0;
await Promise.all(
  Array.from({ length: 32 }, async () => {
    while (at < count) await post(at++);
  }),
);
const seconds = (Date.now() - began) / 1000;
const after = await figures();
compare();
console.log(
  `${count} posts in ${seconds.toFixed(0)} s (${Math.round(count / seconds)}/s): ${JSON.stringify(statuses)}; accepted ${JSON.stringify(accepted)}`,
);
for (const problem of problems.slice(0, 20)) console.error(problem);
console.log(problems.length === 0 ? 'Every figure is right.' : `${problems.length} problems.`);
process.exitCode = problems.length === 0 ? 0 : 1;

async function post(n) {
  const kind = n % 10 === 9 ? (n % 20 === 9 ? 'feedback' : 'contact') : 'track';
  // Half of the page views flood from one network, the others come from many.
  const headers = {
    'x-forwarded-for': kind === 'track' && n % 2 ? '203.0.113.66' : `2001:db8:${hex(n % 200)}:1::1`,
    'user-agent': agent(),
  };
  const { path, body } = message(kind);
  const isForm = body instanceof FormData;
  if (!isForm) headers['content-type'] = 'application/json';
  if (kind === 'feedback') headers.authorization = `Bearer ${token}`;
  const response = await fetch(web + path, { method: 'POST', headers, body }).catch((error) => {
    problems.push(`${kind}: ${error}`);
    return null;
  });
  if (!response) return;
  const text = await response.text();
  const key = `${kind} ${response.status}`;
  statuses[key] = (statuses[key] ?? 0) + 1;
  if (response.status < 300) accepted[kind] += 1;
  if (response.status >= 500) problems.push(`${response.status} for ${kind} ${String(body).slice(0, 200)}: ${text.slice(0, 200)}`);
  if (!response.headers.get('content-type')?.startsWith('application/json')) problems.push(`${kind} was answered with a page`);
}

function message(kind) {
  const text = () => hostileText(random).slice(0, 600);
  if (kind === 'track')
    return { path: '/api/superadmin/track', body: JSON.stringify({ path: `/${text().slice(0, 480)}`, os: text().slice(0, 90) }) };
  const fields = { name: `N ${text()}`.slice(0, 80), email: `p${Math.floor(random() * 1e6)}@example.test`, message: `M ${text()}` };
  if (kind === 'contact') return { path: '/app/contact-us', body: JSON.stringify(fields) };
  const form = new FormData();
  for (const [name, value] of Object.entries({
    fullName: fields.name,
    email: fields.email,
    subject: text().slice(0, 60),
    message: fields.message,
  }))
    form.set(name, value);
  if (random() < 0.3) form.set('images', new Blob(['<svg onload=alert(1)>'], { type: 'image/png' }), '"><img src=x>.png');
  return { path: '/app/feedback', body: form };
}

/** A header takes no line ends and nothing beyond Latin-1. */
function agent() {
  const text =
    random() < 0.5
      ? chrome
      : hostileText(random)
          .replace(/[^\x20-\x7e]/g, '')
          .slice(0, 400);
  return text.trim() || chrome;
}

async function figures() {
  const day = new Date().toISOString().slice(0, 10);
  const size = async (name) => (await db.collection(name).count().get()).data().count;
  const counters = (await db.doc(`analytics/${day}`).get()).data() ?? {};
  const sum = (map = {}) => Object.values(map).reduce((total, number) => total + number, 0);
  const { humans = 0, bots = 0, pages, countries, devices, browsers } = counters;
  const maps = { pages: sum(pages), countries: sum(countries), devices: sum(devices), browsers: sum(browsers) };
  return {
    humans,
    bots,
    ...maps,
    visits: await size('pageVisits'),
    contact: await size('contacts'),
    feedback: await size('feedback'),
    keys: Object.keys(pages ?? {}),
  };
}

function compare() {
  const grown = (name) => after[name] - before[name];
  const must = (name, is, wanted) => is === wanted || problems.push(`${name} is ${is} instead of ${wanted}`);
  must('views stored', grown('visits'), accepted.track);
  must('people and bots', grown('humans') + grown('bots'), accepted.track);
  for (const map of ['pages', 'countries', 'devices', 'browsers']) must(`the sum of ${map}`, grown(map), grown('humans'));
  for (const kind of ['contact', 'feedback']) must(`stored ${kind}`, grown(kind), accepted[kind]);
  for (const key of after.keys) if (/[<>"]/.test(decodeURIComponent(key))) problems.push(`a counter renders: ${key}`);
}

async function aPerson() {
  const email = `hostile-${Date.now()}@example.test`;
  const password = 'Correct-horse-9';
  const { uid } = await getAuth().createUser({ email, password, emailVerified: true });
  const role = { role: 'superadmin', tenantId: null, projectId: null, name: 'Hostile' };
  await getAuth().setCustomUserClaims(uid, role);
  const now = new Date();
  const flags = { is_active: true, is_enable_two_factor: false, verifiedAt: now, last_login: null, createdAt: now, updatedAt: now };
  await db.doc(`users/${uid}`).set({ ...role, email, ...flags });
  const response = await fetch(`${web}/app/authentication/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.7' },
    body: JSON.stringify({ email, password, twoFactorCode: null }),
  });
  return (await response.json()).accessToken;
}

function hex(number) {
  return (number + 1).toString(16);
}

/** A small generator with a seed. */
function mulberry(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
