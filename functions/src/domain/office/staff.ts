import type { OfficeOwner } from '@bedplate/contract';
import type { Transaction } from 'firebase-admin/firestore';
import { ApiError } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { collections } from '../../store/collections.ts';

/** The platform's active staff, by name. */
export async function listStaff(services: Services): Promise<OfficeOwner[]> {
  const { rows } = await services.records.store.query<{ name: string; is_active: boolean }>({
    from: 'users',
    where: [['role', '==', 'superadmin']],
    limit: 100,
  });
  return rows
    .filter(({ data }) => data.is_active)
    .map(({ id, data }) => ({ id, name: data.name }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** @throws {ApiError} invalid-argument for anyone else */
export async function staffMember(services: Services, tx: Transaction, id: string): Promise<OfficeOwner> {
  const user = (await tx.get(collections(services.db).users.doc(id))).data();
  if (user?.role === 'superadmin' && user.is_active) return { id, name: user.name };
  const message = 'Choose someone of the staff.';
  throw new ApiError('invalid-argument', message, { details: [{ field: 'assigneeId', message }] });
}
