import { endpointTexts } from '@bedplate/functions/domain/endpoints/endpoint-texts.ts';
import { searchFields } from '@bedplate/functions/domain/search-text/search-fields.ts';
import { newInInbox } from '@bedplate/functions/domain/feedback/inbox-document.ts';
import { createIdMaker } from '@bedplate/functions/store/time-ordered-id.ts';

export interface Sizes {
  users: number;
  projects: number;
  visits: number;
  messages: number;
}

type Stored = [path: string, data: object];

const day = 24 * 3600_000;
/** How far back the platform's life goes. */
const age = 400 * day;
const usersOfAccount = 4;
const storagesPerProject = 0.2;
const first = [
  'Ada',
  'Björn',
  'Chen',
  'Dana',
  'Edgar',
  'Fatima',
  'Goran',
  'Hana',
  'Ivan',
  'Jade',
  'Kofi',
  'Lena',
  'Mehmet',
  'Nora',
  'Omar',
];
const last = [
  'Lovelace',
  'Okafor',
  'Nguyen',
  'Schmidt',
  'Kowalski',
  'Haddad',
  'Ferreira',
  'Tanaka',
  'Novak',
  'Ibrahim',
  'Larsson',
  'Moreau',
];
const nouns = ['Shop', 'Clinic', 'Library', 'Garden', 'Fleet', 'Studio', 'Kitchen', 'Archive', 'Market', 'School', 'Workshop', 'Harbour'];
const pages = [
  '/',
  '/about',
  '/services',
  '/pricing',
  '/contact',
  '/documentation/installation',
  '/documentation/read',
  '/login',
  '/register',
];
const agents = [
  ['Chrome', 'Windows', 'desktop'],
  ['Safari', 'iOS', 'mobile'],
  ['Firefox', 'Linux', 'desktop'],
  ['Edge', 'Windows', 'desktop'],
  ['Samsung Internet', 'Android', 'mobile'],
] as const;
const countries = ['DE', 'US', 'IN', 'BR', 'NG', 'JP', 'FR', 'unknown'];
const browser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

/** Documents as the product writes them, oldest first, spread evenly over the platform's life; the same for the same sizes and time. */
export function* largePlatform(sizes: Sizes, now: number): Generator<Stored> {
  yield* accountsOf(sizes, now);
  yield* visitsOf(sizes.visits, now);
  yield* messagesOf(sizes.messages, now);
}

function* accountsOf({ users, projects }: Sizes, now: number): Generator<Stored> {
  const tenants = Math.ceil(users / usersOfAccount);
  const months = [now, now - 31 * day].map((at) => new Date(at).toISOString().slice(0, 7).replace('-', ''));
  const idOf = idsOf();
  for (let n = 0; n < 12; n += 1) yield [`products/plan${n}`, { ...planOf(n), ...times(now - age + n) }];
  for (let n = 0; n < tenants; n += 1) {
    const at = now - age + (age * n) / tenants;
    const [tenantId, owner] = [idLike('t', n), nameOf(n)];
    const uid = idLike('u', n * usersOfAccount);
    yield [`tenants/${tenantId}`, { ...tenantOf(uid, owner, n), ...times(at) }];
    for (let m = 0; m < usersOfAccount && n * usersOfAccount + m < users; m += 1) yield userOf(tenantId, n * usersOfAccount + m, m, at + m);
    const own = Math.floor(((n + 1) * projects) / tenants) - Math.floor((n * projects) / tenants);
    for (let p = 0; p < own; p += 1) yield* projectOf({ tenantId, uid, owner, number: n * own + p, at: at + 10 + p, idOf });
    for (const month of months) yield [`usage/${tenantId}_${month}`, { tenantId, month, used: n % 9000, days: {}, leases: {} }];
    if (n % 5 === 0) yield subscriptionOf(tenantId, uid, owner, n, at);
    if (n % 25 === 0) yield usedCodeOf(tenantId, uid, n, at);
  }
}

function* projectOf(own: {
  tenantId: string;
  uid: string;
  owner: string;
  number: number;
  at: number;
  idOf: (at: number) => string;
}): Generator<Stored> {
  const { tenantId, uid, owner, number, at, idOf } = own;
  const projectId = idOf(at);
  const name = `${nouns[number % nouns.length]} ${number}`;
  const archivedAt = number % 50 === 49 ? new Date(at) : null;
  yield [
    `projects/${projectId}`,
    { tenantId, name, description: `About ${name}`, archivedAt, counters: { storages: 1 }, ...times(at), ...searchFields([name]) },
  ];
  if (number % (1 / storagesPerProject) !== 0) return;
  const named = { storageName: `Orders ${number}`, storageKey: `orders${number}` };
  const storageId = idOf(at + 1);
  const people = { tenantId, projectId, userId: uid, ownerName: owner, createdBy: uid };
  const archived = number % 40 === 0;
  yield [
    `storages/${storageId}`,
    {
      ...people,
      ...named,
      is_softDelete: true,
      archived,
      archivedAt: archived ? new Date(at) : null,
      fields: {},
      shards: ['0'],
      indexForm: 2,
      profile: { grams: true },
      ...times(at + 1),
      ...searchFields([named.storageName, named.storageKey]),
    },
  ];
  for (const method of ['get', 'post', 'put'] as const) {
    const kind = {
      generated: true,
      type: 'api',
      functionality: method === 'get' ? 'receiver' : 'sender',
      method,
      url: null,
      tokenCipher: null,
      secretCipher: null,
    };
    const texts = searchFields(endpointTexts({ ...named, method, url: null }));
    yield [`endpoints/${idOf(at + 2)}`, { ...people, storageId, ...named, ...kind, ...times(at + 2), ...texts }];
  }
}

function* visitsOf(count: number, now: number): Generator<Stored> {
  const idOf = idsOf();
  let counters = newDay('');
  for (let n = 0; n < count; n += 1) {
    const at = Math.floor(now - age + (age * n) / count);
    const date = new Date(at).toISOString().slice(0, 10);
    if (date !== counters.day) {
      if (counters.day) yield [`analytics/${counters.day}`, counters];
      counters = newDay(date);
    }
    const path = pages[n % pages.length] ?? '/';
    const [name = '', os = '', deviceType = ''] = agents[n % agents.length] ?? [];
    const country = countries[n % countries.length] ?? 'unknown';
    const isBot = n % 7 === 0;
    if (isBot) counters.bots += 1;
    else {
      counters.humans += 1;
      counters.uniqueVisitors += n % 3 === 0 ? 1 : 0;
      for (const [map, key] of [
        [counters.pages, encodeURIComponent(path)],
        [counters.countries, country],
        [counters.devices, deviceType],
        [counters.browsers, name],
      ] as const)
        map[key] = (map[key] ?? 0) + 1;
    }
    const address = `198.51.${n % 250}.${(n >> 8) % 250}`;
    const place = { country: country === 'unknown' ? null : country, city: null };
    yield [
      `pageVisits/${idOf(at)}`,
      { path, ipAddress: address, ...place, browser: name, deviceType, os, isBot, userAgent: browser, createdAt: new Date(at) },
    ];
  }
  if (counters.day) yield [`analytics/${counters.day}`, counters];
}

function* messagesOf(count: number, now: number): Generator<Stored> {
  const idOf = idsOf();
  for (let n = 0; n < count; n += 1) {
    const at = Math.floor(now - age + (age * n) / count);
    const written = { fullName: nameOf(n), email: `writer${n}@example.test`, subject: n % 2 ? '' : `Question ${n}` };
    const path = `${n % 2 ? 'contacts' : 'feedback'}/${idOf(at)}`;
    yield [path, { ...written, message: 'How does it work?', createdAt: new Date(at), ...newInInbox(written) }];
  }
}

function newDay(date: string) {
  const maps: Record<'pages' | 'countries' | 'devices' | 'browsers', Record<string, number>> = {
    pages: {},
    countries: {},
    devices: {},
    browsers: {},
  };
  return { day: date, humans: 0, bots: 0, uniqueVisitors: 0, ...maps };
}

function userOf(tenantId: string, number: number, member: number, at: number): Stored {
  const [name, email] = [nameOf(number), `person${number}@example.test`];
  const role = (['admin', 'developer', 'manager', 'user'] as const)[member] ?? 'user';
  const flags = { is_active: true, is_enable_two_factor: false, verifiedAt: new Date(at), last_login: null };
  return [
    `users/${idLike('u', number)}`,
    { name, email, role, tenantId, projectId: null, ...flags, ...times(at), ...searchFields([name, email]) },
  ];
}

function tenantOf(ownerUid: string, ownerName: string, n: number) {
  const paid = n % 5 === 0;
  const plan = { tier: paid ? 'pro' : 'free', usageLimit: 30_000, status: paid ? 'subscribed' : 'none', isActive: paid };
  const counters = { projects: 2, members: usersOfAccount };
  return {
    ownerUid,
    ownerName,
    active: true,
    plan: { ...plan, product: paid ? 'Pro' : null, expiresAt: null },
    counters,
    apiKeyId: 'none',
  };
}

function planOf(n: number) {
  const price = { price: 20 + n, currency: 'usd', recurring: true, interval: 'month', usageLimit: 100_000 };
  return { name: `Plan ${n}`, description: 'A plan', tier: 'pro', ...price, stripeProductId: null, stripePriceId: null, deletedAt: null };
}

function subscriptionOf(tenantId: string, userId: string, userName: string, n: number, at: number): Stored {
  const bought = {
    productId: `plan${n % 12}`,
    productName: `Plan ${n % 12}`,
    tier: 'pro',
    usageLimit: 100_000,
    paid: true,
    currency: 'usd',
  };
  const state = {
    isActive: true,
    subscriptionStatus: 'subscribed',
    stripeSubscriptionId: `sub_large_${n}`,
    expiresAt: new Date(at + 30 * day),
  };
  const texts = searchFields([userName, bought.productName, bought.tier]);
  return [`subscriptions/sub_large_${n}`, { tenantId, userId, userName, ...bought, ...state, ...times(at), ...texts }];
}

function usedCodeOf(tenantId: string, user_id: string, n: number, at: number): Stored {
  const discount_id = `CODE${n % 40}`;
  const document = { discount_id, tenantId, user_id, state: 'used', subscriptionId: null, createdAt: new Date(at) };
  return [`usedDiscounts/${discount_id}_${tenantId}`, document];
}

function times(at: number) {
  return { createdAt: new Date(Math.floor(at)), updatedAt: new Date(Math.floor(at)) };
}

function nameOf(n: number): string {
  return `${first[n % first.length]} ${last[Math.floor(n / first.length) % last.length]} ${n}`;
}

/** Without an order in time, as those that Auth makes. */
function idLike(prefix: string, n: number): string {
  return prefix + ((n * 2_654_435_761) % 2 ** 32).toString(36).padStart(8, '0') + n.toString(36).padStart(12, '0');
}

/** Ids made by time, for rising times. */
function idsOf(): (at: number) => string {
  let clock = 0;
  const makeId = createIdMaker(() => clock);
  return (at) => {
    clock = Math.floor(at);
    return makeId().id;
  };
}
