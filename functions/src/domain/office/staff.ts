import type { OfficeOwner } from '@bedplate/contract';
import { invalidField } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import type { Transaction } from '../../store/transaction.ts';

/** The platform's active staff, by name. */
export async function listStaff(services: Services): Promise<OfficeOwner[]> {
  const { rows } = await services.store.users.query({ where: [['role', '==', 'superadmin']], limit: 100 });
  return rows
    .filter(({ data }) => data.is_active)
    .map(({ id, data }) => ({ id, name: data.name }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** @throws {ApiError} invalid-argument for anyone else */
export async function staffMember(tx: Transaction, id: string): Promise<OfficeOwner> {
  const user = (await tx.users.get(id))?.data;
  if (user?.role === 'superadmin' && user.is_active) return { id, name: user.name };
  throw invalidField('assigneeId', say('assigneeUnknown'));
}
