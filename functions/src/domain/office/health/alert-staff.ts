import type { Services } from '../../../services/services.ts';
import type { Transaction } from '../../../store/transaction.ts';
import { newMail } from '../../mail/outbox.ts';

/**
 * Writes one mail to each active member of the platform's staff, in the transaction that found what it reports.
 * @returns the mails, for `deliver`
 */
export async function tellStaff(services: Services, tx: Transaction, lines: readonly string[]): Promise<string[]> {
  const { rows } = await tx.users.query({ where: [['role', '==', 'superadmin']], limit: 100 });
  const [first = ''] = lines;
  const values = { subject: lines.length === 1 ? first : `${first.split('.')[0]}, and ${lines.length - 1} more`, lines: [...lines] };
  const mails = rows
    .filter(({ data }) => data.is_active)
    .map(({ data: { name, email } }) =>
      newMail(services, {
        to: { name, address: email },
        template: 'health',
        values: { ...values, name, link: `${services.config.publicOrigin}/superadmin/health` },
      }),
    );
  tx.write(...mails.map(({ write }) => write));
  return mails.map(({ id }) => id);
}
