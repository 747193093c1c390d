import type { Services } from '../../../services/services.ts';
import type { Transaction } from '../../../store/transaction.ts';
import { create } from '../../../store/model/writes.ts';
import { queueMail } from '../../mail/outbox.ts';

interface Member {
  name: string;
  email: string;
  is_active: boolean;
}

/** Queues one mail to everybody of the platform's staff, in the commit of what it tells. @returns the mails, for `deliver` */
export async function tellStaff(services: Services, tx: Transaction, lines: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<Member>({ from: 'users', where: [['role', '==', 'superadmin']], limit: 100 });
  const commit = { create: (ref: { path: string }, document: object) => tx.write(create(ref.path, document)) };
  const [first = ''] = lines;
  const values = { subject: lines.length === 1 ? first : `${first.split('.')[0]}, and ${lines.length - 1} more`, lines: [...lines] };
  return rows
    .filter(({ data }) => data.is_active)
    .map(({ data: { name, email } }) =>
      queueMail(services, commit, {
        to: { name, address: email },
        template: 'health',
        values: { ...values, name, link: `${services.config.publicOrigin}/superadmin/health` },
      }),
    );
}
