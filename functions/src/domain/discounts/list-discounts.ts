import type { Pagination } from '@bedplate/contract';
import type { Services } from '../../services.ts';
import { collections } from '../../store/collections.ts';
import { pageOf } from '../page-of.ts';

interface Paging {
  page: number;
  limit: number;
}

/** All codes, newest first. */
export async function listDiscounts(services: Services, paging: Paging) {
  const { docs } = await collections(services.db).discounts.orderBy('createdAt', 'desc').limit(1000).get();
  const { data, pagination } = pageOf(docs, paging);
  return {
    data: data.map((doc) => {
      const { code, description, percentage_value, fixed_value, number_of_use, expiresAt, is_active } = doc.data();
      return {
        id: doc.id,
        code,
        description,
        percentage_value,
        fixed_value,
        number_of_use,
        is_active,
        expiresAt: expiresAt.toDate().toISOString(),
      };
    }),
    pagination,
  };
}

/** Uses whose payment went through, newest first. */
export async function listUsedDiscounts(services: Services, { page, limit }: Paging): Promise<{ data: object[]; pagination: Pagination }> {
  const { usedDiscounts, users } = collections(services.db);
  const { docs } = await usedDiscounts.orderBy('createdAt', 'desc').limit(1000).get();
  const { data, pagination } = pageOf(
    docs.filter((doc) => doc.data().state === 'used'),
    { page, limit },
  );
  const people = data.length ? await services.db.getAll(...data.map((doc) => users.doc(doc.data().user_id))) : [];
  return {
    data: data.map((doc, at) => {
      const { discount_id, user_id, createdAt } = doc.data();
      const name: unknown = people[at]?.get('name');
      return {
        id: doc.id,
        discount_id,
        user_id,
        discount: { code: discount_id },
        user: { name: name ?? null },
        createdAt: createdAt.toDate().toISOString(),
      };
    }),
    pagination,
  };
}
