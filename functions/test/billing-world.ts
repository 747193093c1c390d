import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import type { ProductInput } from '@bedplate/contract';
import { freeUsageLimit } from '@bedplate/contract';
import { confirmAtBank, enterCard, type RunningStripe, startStripe } from '@bedplate/local-stripe';
import { startFirestore } from 'local-firestore';
import { Firestore, Timestamp } from '@google-cloud/firestore';
import { readFileSync } from 'node:fs';
import { Stripe } from 'stripe';
import type { Config } from '../src/config/config.ts';
import type { Caller } from '../src/domain/callers/caller.ts';
import { stripeWebhook } from '../src/routes/stripe/stripe-webhook.ts';
import { addProduct } from '../src/domain/billing/save-product.ts';
import { upgrade } from '../src/domain/billing/upgrade.ts';
import { createServices, type Services } from '../src/services/services.ts';
import type { BillingDocument } from '../src/store/documents/billing-documents.ts';
import type { TenantDocument } from '../src/store/documents/documents.ts';
import { databaseOf, storeOn } from './data-services.ts';

const indexes = JSON.parse(readFileSync(new URL('../../firestore.indexes.json', import.meta.url), 'utf8'));

/** The domain code on a real Firestore server, the payment provider's stand-in, and a webhook endpoint between them. */
export async function startBillingWorld() {
  const firestore = await startFirestore({ indexes, projectId: 'demo-test' });
  const db = new Firestore({
    projectId: 'demo-test',
    host: `${firestore.host}:${firestore.port}`,
    ssl: false,
    customHeaders: { Authorization: 'Bearer owner' },
  });
  const secret = `whsec_${randomBytes(16).toString('hex')}`;
  const held: { webhook?: ReturnType<typeof stripeWebhook> } = {};
  const endpoint = createServer((req, res) => void receive(req, res, held.webhook));
  endpoint.listen(0, '127.0.0.1');
  await once(endpoint, 'listening');
  const webhookUrl = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/stripe/webhook`;
  const provider = await startStripe({ port: 0, webhookUrl, webhookSecret: secret });
  const services = servicesOn(db, provider, secret);
  held.webhook = stripeWebhook(services);
  const tenant = async (caller: Caller) => (await db.doc(`tenants/${caller.tenantId}`).get()).data() as TenantDocument; // written below
  const billing = async (caller: Caller) => (await db.doc(`billing/${caller.tenantId}`).get()).data() as BillingDocument; // its collection
  /** The charges of the account's cards, in order. */
  const chargesOf = async (caller: Caller) => {
    const { customerId } = await billing(caller);
    return provider.state.charges.all().filter(({ customer }) => customer === customerId);
  };
  return {
    services,
    provider,
    secret,
    webhookUrl,
    /** Buys a plan by the upgrade dialog's call, with a card that pays if none is named. */
    buy: async (caller: Caller, productId: string, { card = '4242424242424242', discountCode = null as string | null } = {}) =>
      upgrade(services, caller, { paymentMethodId: await enterCard(provider.url, card), productId, discountCode }),
    control: (path: string, body: object) => control(provider, path, body),
    settled: () => settled(provider),
    anAccount: (name?: string) => anAccount(services, name),
    aPlan: (change?: Partial<ProductInput>) => addProduct(services, { by: staff, input: { ...pro, ...change } }),
    tenant,
    billing,
    planOf: async (caller: Caller) => (await tenant(caller)).plan,
    chargesOf,
    /** The amounts of these charges, in cents. */
    chargedOf: (caller: Caller): Promise<number[]> => chargesOf(caller).then((charges) => charges.map(({ amount }) => amount)),
    /** A test card that is in the browser's hands: a payment method that nobody owns yet. */
    aCard: (number: string) => enterCard(provider.url, number),
    authenticate: (clientSecret: string, passed = true) => confirmAtBank(provider.url, clientSecret, passed),
    stop: async () => {
      await settled(provider);
      await provider.stop();
      endpoint.close();
      endpoint.closeAllConnections();
      await db.terminate();
      await firestore.stop();
    },
  };
}

export type BillingWorld = Awaited<ReturnType<typeof startBillingWorld>>;

export const staff: Caller = {
  uid: 'staff',
  sid: 's',
  role: 'superadmin',
  tenantId: null,
  projectId: null,
  owner: null,
  name: 'Grace',
  email: 'grace@example.test',
};

export const pro: ProductInput = {
  name: 'Pro',
  description: 'For developers who need to scale',
  tier: 'pro',
  price: 20,
  usageLimit: 100_000,
  recurring: true,
  interval: 'month',
};

function servicesOn(db: Firestore, provider: RunningStripe, secret: string): Services {
  const stripe = new Stripe('sk_test_local', {
    host: '127.0.0.1',
    port: provider.port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 2,
  });
  // The members that billing reads; the others are never touched here.
  const config = {
    projectId: 'demo-test',
    publicOrigin: 'http://127.0.0.1:5000',
    keyEncryptionKey: randomBytes(32),
    tokenPepper: 'a pepper of 32 characters or more!',
    stripe: { secretKey: 'sk_test_local', webhookSecrets: ['whsec_older', secret], publishableKey: 'pk_test_local', apiBase: provider.url },
  } as unknown as Config;
  const mailer = { send: async () => {} } as unknown as Services['mailer']; // mails end here: their own tests send them
  return createServices({ config, store: storeOn(db), stripe, mailer, clock: () => provider.state.now() * 1000 });
}

async function anAccount(services: Services, name = 'Ada'): Promise<Caller> {
  const id = randomBytes(8).toString('hex');
  const now = Timestamp.fromMillis(services.clock());
  const [tenantId, uid] = [`t${id}`, `u${id}`];
  await databaseOf(services.store)
    .doc(`tenants/${tenantId}`)
    .set({
      ownerUid: uid,
      ownerName: name,
      active: true,
      plan: { tier: 'free', usageLimit: freeUsageLimit, status: 'none', isActive: false, product: null, expiresAt: null },
      counters: { projects: 0, members: 1 },
      apiKeyId: 'none',
      createdAt: now,
      updatedAt: now,
    });
  await databaseOf(services.store)
    .doc(`users/${uid}`)
    .set({ name, email: `${id}@example.test`, role: 'admin', tenantId, projectId: null });
  return { uid, sid: 's', role: 'admin', tenantId, projectId: null, owner: { uid, name }, name, email: `${id}@example.test` };
}

/** Waits until no delivery is under way: on a busy machine longer than one call to the provider may wait. */
async function settled(provider: RunningStripe): Promise<void> {
  while (provider.state.deliveries.some(({ state }) => state === 'waiting')) await control(provider, 'settled', {});
}

async function control(provider: RunningStripe, path: string, body: object): Promise<void> {
  const response = await fetch(`${provider.url}/_control/${path}`, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
}

/** As the platform hands a request to a function: unread at the product's address, with its exact bytes at the function's own. */
async function receive(
  req: IncomingMessage & { rawBody?: Buffer },
  res: ServerResponse,
  webhook: ReturnType<typeof stripeWebhook> | undefined,
) {
  if (req.url === '/') req.rawBody = await buffer(req);
  if (webhook) await webhook(req, res);
  else res.writeHead(503).end();
}
