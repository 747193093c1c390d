import type { Services } from '../../services/services.ts';
import { audit, sessions, tenants, users } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import { openSessionsOf } from '../accounts/sessions.ts';

/** The name of who did it in the audit: nobody is logged in. */
const operator = { id: 'operator', name: 'Operator of the project' };

/**
 * Makes a registered person a member of the platform's staff, for the operator of the project: nobody can register as one. The account
 * that the person registered is closed in the same commit, and every session ends, because a session keeps the rights that it began with.
 * @returns what was done, as a sentence
 * @throws {Error} that says what the person or the operator must do first; nothing is written then
 */
export async function makeSuperadmin(
  { store, clock, makeId }: Pick<Services, 'store' | 'clock' | 'makeId'>,
  address: string,
): Promise<string> {
  const email = address.trim().toLowerCase();
  return store.transaction(async (tx) => {
    const { rows } = await tx.users.query({ where: [['email', '==', email]], limit: 2 });
    const [found, another] = rows;
    if (!found) throw new Error(`Nobody has registered with ${email}: register in the console first.`);
    if (another) throw new Error(`Two people have the address ${email}: remove one first.`);
    const { id: uid, data: person } = found;
    if (person.role === 'superadmin') return `${email} is a superadmin already; nothing was changed.`;
    if (!person.verifiedAt) throw new Error(`${email} is not verified: open the link in the mail of the registration first.`);
    if (!person.is_active) throw new Error(`${email} is deactivated: activate the person first.`);
    const tenant = person.tenantId ? (await tx.tenants.get(person.tenantId))?.data : undefined;
    if (!person.tenantId || tenant?.ownerUid !== uid)
      throw new Error(`${email} is a member of somebody's account: register staff with an address of their own.`);
    const { projects, members } = tenant.counters;
    // The owner is one of the members.
    if (projects > 0 || members > 1 || tenant.plan.status === 'subscribed')
      throw new Error(`The account of ${email} is in use (projects, members or a plan): register staff with an address of their own.`);
    const open = await openSessionsOf(tx, uid);
    const now = Timestamp.fromMillis(clock());
    const rights = { role: 'superadmin', tenantId: null, projectId: null };
    const { role, tenantId, projectId } = person;
    tx.write(
      users.update(uid, { ...rights, updatedAt: now }),
      tenants.update(person.tenantId, { active: false, updatedAt: now }),
      ...open.rows.map((session) => sessions.update(session.id, { revokedAt: now })),
      audit.create(makeId().id, {
        action: 'Make superadmin',
        target: users.path(uid),
        before: { role, tenantId, projectId },
        after: rights,
        actor: operator,
        createdAt: now,
      }),
    );
    return `${person.name} <${email}> is a superadmin. Log in at /superadmin/login.`;
  });
}
