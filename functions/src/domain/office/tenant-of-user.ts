import { notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';

/** The account of a user. @throws {ApiError} not-found, also for platform staff, who have none */
export async function tenantOfUser(services: Services, userId: string): Promise<string> {
  const user = await services.records.store.get<{ tenantId: string | null }>(`users/${userId}`);
  if (!user?.data.tenantId) throw notFound('User');
  return user.data.tenantId;
}
