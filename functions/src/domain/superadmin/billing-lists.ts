import { totalPages } from '@bedplate/contract';
import type { DocumentData, Query } from 'firebase-admin/firestore';
import type { Services } from '../../services.ts';
import { collections } from '../../store/collections.ts';
import type { ProductDocument, TenantDocument } from '../../store/documents.ts';
import type { UsageDocument } from '../usage/usage-document.ts';
import { monthOf } from '../usage/usage-document.ts';

interface Paging {
  page: number;
  limit: number;
}

/** Plans with those that are no longer sold; `warning` names what staff should mend. */
export function listAllProducts(services: Services, paging: Paging) {
  return paged(collections(services.db).products.orderBy('createdAt', 'desc'), paging, async (rows) =>
    rows.map(({ id, data }) => {
      const { createdAt, updatedAt, deletedAt, ...product } = data as ProductDocument; // the collection's own type
      const warning = product.tier === null ? 'This plan names no tier: it grants the limits of Pro.' : null;
      return { id, ...product, warning, createdAt: iso(createdAt), updatedAt: iso(updatedAt), deletedAt: deletedAt && iso(deletedAt) };
    }),
  );
}

export function listSubscriptions(services: Services, paging: Paging) {
  const { subscriptions, products } = collections(services.db);
  return paged(subscriptions.orderBy('createdAt', 'desc'), paging, async (rows) => {
    const names = await namesOf(
      services,
      rows.map(({ data }) => data.productId as string | null),
      products.path,
    );
    const people = await namesOf(
      services,
      rows.map(({ data }) => data.userId as string),
      'users',
    );
    return rows.map(({ id, data }, at) => ({
      id,
      user: { name: people[at] },
      product: { name: names[at] },
      tier: data.tier ?? null,
      usageLimit: data.usageLimit ?? 0,
      paid: data.paid ?? false,
      currency: data.currency,
      isActive: data.isActive,
      stripeSubscriptionId: data.stripeSubscriptionId,
      subscriptionStatus: data.subscriptionStatus,
      expiresAt: data.expiresAt ? iso(data.expiresAt) : null,
    }));
  });
}

/** The present month of every account that has made a call in it. */
export function listApiUsages(services: Services, paging: Paging) {
  const month = monthOf(services.clock());
  return paged(services.db.collection('usage').where('month', '==', month), paging, async (rows) => {
    const tenants = await accountsOf(services, rows);
    return rows.map(({ id, data }, at) => ({
      id,
      user: { name: tenants[at]?.ownerName ?? null },
      usage: (data as UsageDocument).used, // the collection's own type
      limit: tenants[at]?.plan.usageLimit ?? 0,
    }));
  });
}

/** Finished months, newest first. */
export function listApiUsageHistories(services: Services, paging: Paging) {
  const month = monthOf(services.clock());
  return paged(services.db.collection('usage').where('month', '<', month).orderBy('month', 'desc'), paging, async (rows) => {
    const tenants = await accountsOf(services, rows);
    return rows.map(({ id, data }, at) => {
      const { used, month: of } = data as UsageDocument; // the collection's own type
      const createdAt = new Date(Date.UTC(Number(of.slice(0, 4)), Number(of.slice(4)), 1)).toISOString();
      return { id, user: { name: tenants[at]?.ownerName ?? null }, usage: used, createdAt };
    });
  });
}

interface Found {
  id: string;
  data: DocumentData;
}

async function paged<T>(query: Query, { page, limit }: Paging, show: (rows: Found[]) => Promise<T[]>) {
  const [{ docs }, count] = await Promise.all([
    query
      .offset((page - 1) * limit)
      .limit(limit)
      .get(),
    query.count().get(),
  ]);
  const totalCount = count.data().count;
  const data = await show(docs.map((doc) => ({ id: doc.id, data: doc.data() })));
  return { data, pagination: { page, limit, totalCount, totalPages: totalPages(totalCount, limit) } };
}

async function namesOf(services: Services, ids: (string | null)[], collection: string): Promise<(string | null)[]> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  const docs = known.length ? await services.db.getAll(...known.map((id) => services.db.doc(`${collection}/${id}`))) : [];
  const names = new Map(docs.map((doc) => [doc.id, doc.get('name') as string | undefined]));
  return ids.map((id) => (id === null ? null : (names.get(id) ?? null)));
}

async function accountsOf(services: Services, rows: Found[]): Promise<(TenantDocument | undefined)[]> {
  const { tenants } = collections(services.db);
  const docs = rows.length ? await services.db.getAll(...rows.map(({ data }) => tenants.doc((data as UsageDocument).tenantId))) : [];
  return docs.map((doc) => doc.data() as TenantDocument | undefined); // the collection's own type
}

function iso(time: { toDate(): Date }): string {
  return time.toDate().toISOString();
}
