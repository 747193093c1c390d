import type { Services } from '../../services/services.ts';

/** The people whom mails of an account go to. */
export async function activeAdmins({ store }: Pick<Services, 'store'>, tenantId: string): Promise<{ name: string; email: string }[]> {
  const { rows } = await store.users.query({
    where: [
      ['tenantId', '==', tenantId],
      ['role', '==', 'admin'],
      ['is_active', '==', true],
    ],
  });
  return rows.map(({ data: { name, email } }) => ({ name, email }));
}
