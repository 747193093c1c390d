import { Timestamp } from '@google-cloud/firestore';
import type { Config } from '../src/config/config.ts';
import type { Caller } from '../src/domain/callers/caller.ts';
import { endpointTexts } from '../src/domain/endpoints/endpoint-texts.ts';
import { searchFields } from '../src/domain/search-text/search-fields.ts';
import { newInInbox } from '../src/domain/feedback/inbox-document.ts';
import { createServices, type Services } from '../src/services/services.ts';
import { newMeter, withMeter } from '../src/store/model/meter.ts';
import { create, type Write } from '../src/store/model/writes.ts';
import { startDataServices } from './data-services.ts';

export const staff: Caller = {
  uid: 'staff',
  sid: 's',
  role: 'superadmin',
  tenantId: null,
  projectId: null,
  owner: null,
  name: 'Stella Staff',
  email: 'staff@example.test',
};

/** The domain of staff's lists on a Firestore server of its own, with the project's indexes and both guards. */
export async function startOfficeWorld(clock: () => number = Date.now) {
  const { services: records, stop } = await startDataServices();
  // The members that lists read; the others are never touched here.
  const config = { projectId: 'demo-test', publicOrigin: 'http://127.0.0.1:5000', emulators: null } as unknown as Config;
  const services = createServices({ config, clock, records: { ...records, now: clock } });
  return { services, stop, add: (writes: readonly Write[]) => records.store.commit(writes) };
}

/** @returns what the work returned, and the reads that it was billed for */
export async function metered<T>(work: () => Promise<T>): Promise<{ result: T; reads: number }> {
  const meter = newMeter();
  const result = await withMeter(meter, work);
  return { result, reads: meter.reads };
}

/** One account with a person, a project, a storage, an endpoint, a subscription, usage of two months, a used code and two messages. */
export function anAccountOf(services: Services, number: number): Write[] {
  const n = String(number).padStart(3, '0');
  const { id, millis } = services.makeId();
  const at = Timestamp.fromMillis(millis);
  const [tenantId, uid, name] = [`tenant${n}`, `person-of-account-${n}`, `Ada Number${n}`];
  const times = { createdAt: at, updatedAt: at };
  const message = { fullName: name, email: `ada${n}@example.test`, subject: `About ${n}`, message: 'Hello', createdAt: at };
  const storage = { storageName: `Things ${n}`, storageKey: `things${n}` };
  const month = (ago: number) => new Date(Date.UTC(2026, 5 - ago, 1)).toISOString().slice(0, 7).replace('-', '');
  return [
    create(`tenants/${tenantId}`, { ownerUid: uid, ownerName: name, plan: { tier: 'pro', usageLimit: 10, product: 'Pro' }, ...times }),
    create(`users/${uid}`, {
      name,
      email: `ada${n}@example.test`,
      role: 'admin',
      tenantId,
      is_active: true,
      verifiedAt: null,
      last_login: null,
      ...times,
      ...searchFields([name, `ada${n}@example.test`]),
    }),
    create(`projects/${id}`, { tenantId, name: `Shop ${n}`, description: '', archivedAt: null, ...times, ...searchFields([`Shop ${n}`]) }),
    ...[false, true].map((archived) =>
      create(`storages/${services.makeId().id}`, {
        tenantId,
        projectId: id,
        userId: uid,
        ownerName: name,
        ...storage,
        is_softDelete: true,
        archived,
        archivedAt: archived ? at : null,
        ...times,
        ...searchFields([storage.storageName, storage.storageKey]),
      }),
    ),
    create(`endpoints/${services.makeId().id}`, {
      tenantId,
      projectId: id,
      storageId: `storage${n}`,
      ...storage,
      userId: uid,
      ownerName: name,
      type: 'api',
      functionality: 'receiver',
      method: 'get',
      url: null,
      tokenCipher: null,
      secretCipher: null,
      ...times,
      ...searchFields(endpointTexts({ ...storage, method: 'get', url: null })),
    }),
    create(`products/product${n}`, {
      name: `Plan ${n}`,
      description: '',
      tier: 'pro',
      price: 1,
      currency: 'usd',
      deletedAt: null,
      ...times,
    }),
    create(`subscriptions/sub_${n}`, {
      tenantId,
      userId: uid,
      userName: name,
      productId: `product${n}`,
      productName: `Plan ${n}`,
      currency: 'usd',
      isActive: true,
      subscriptionStatus: 'subscribed',
      stripeSubscriptionId: `sub_${n}`,
      expiresAt: at,
      ...times,
      ...searchFields([name, `Plan ${n}`]),
    }),
    ...[0, 1].map((ago) => create(`usage/${tenantId}_${month(ago)}`, { tenantId, month: month(ago), used: number })),
    create(`discounts/CODE${n}`, { code: `CODE${n}`, description: 'x', percentage_value: 5, fixed_value: null, expiresAt: at, ...times }),
    create(`usedDiscounts/CODE${n}_${tenantId}`, { discount_id: `CODE${n}`, tenantId, user_id: uid, state: 'used', createdAt: at }),
    create(`pageVisits/${services.makeId().id}`, { path: `/page/${n}`, isBot: false, createdAt: at, expiresAt: at }),
    create(`analytics/${new Date(Date.UTC(2024, 0, 1 + number)).toISOString().slice(0, 10)}`, number % 2 ? { humans: 1 } : { bots: 1 }),
    create(`audit/${services.makeId().id}`, {
      actor: { id: 'staff', name: 'Stella' },
      action: 'Test',
      target: `products/${n}`,
      before: null,
      after: null,
      createdAt: at,
    }),
    ...['feedback', 'contacts'].map((kind) => create(`${kind}/${services.makeId().id}`, { ...message, ...newInInbox(message) })),
  ];
}
