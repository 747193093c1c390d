import { type MemberRegistration, isProjectBound } from '@bedplate/contract';
import { ApiError, invalidField } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import { PathId } from '../../validation/inputs.ts';
import type { Services } from '../../services/services.ts';
import { limitReached, limitsOf } from '../plans/tenant-limits.ts';
import { credentials, tenants, users } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { TenantDocument } from '../../store/documents/documents.ts';
import { activityWrite, whereFrom } from '../activity/activity-log.ts';
import { searchFields } from '../search-text/search-fields.ts';
import { deliver, newMail } from '../mail/outbox.ts';
import { type FoundProject, findProject } from '../callers/find-project.ts';
import { countAttempt } from '../rate-limits/attempts.ts';
import { linkOf, newAuthToken, notMeLink } from '../mailed-links/auth-tokens.ts';
import { noticeTo } from '../mailed-links/notices.ts';
import { newCredential } from './credentials.ts';
import { addressClaimId, findUser, takeAddress } from './find-user.ts';
import type { Caller, Origin } from '../callers/caller.ts';
import { accountOf, actorOf } from '../callers/member-of.ts';
import { hashPassword } from '../records/model/password.ts';

/** Admins see whether an address is known, and anyone can become an admin. The limit is above any plan's members and slows such searches. */
const perTenant = {
  scope: 'register-member',
  max: 600,
  windowMillis: 3600_000,
  message: say('membersAddedMany'),
};

/**
 * Adds a person to the admin's account. The mail asks to verify the address or, without a password, to
 * set one, which also verifies it.
 * @throws {ApiError} already-exists, quota-exceeded, not-found (project), invalid-argument (project missing), too-many-requests
 */
export async function registerMember(
  services: Services,
  { caller, input, origin }: { caller: Caller; input: MemberRegistration; origin: Origin },
): Promise<void> {
  const { tenantId } = accountOf(caller);
  await countAttempt(services, perTenant, tenantId);
  const { name, email, role } = input;
  const project = await projectFor(services, caller, input);
  const projectId = project?.id ?? null;
  refuseWhenFull((await services.store.tenants.get(tenantId))?.data);
  if (await findUser(services, email)) throw taken();
  const { id: uid } = services.makeId();
  const credential = newCredential({ passwordHash: input.password ? await hashPassword(input.password) : null });
  const day = 24 * 3600_000;
  const link = input.password
    ? newAuthToken(services, { kind: 'verify', uid })
    : newAuthToken(services, { kind: 'reset', uid, lifetimeMillis: day });
  const notMe = notMeLink(services, uid, true);

  const notice =
    role === 'admin' ? noticeTo(services, { uid: caller.uid, user: caller }, { kind: 'adminAdded', origin, what: name }) : null;

  const mailId = await services.store.transaction(async (tx) => {
    const tenant = (await tx.tenants.get(tenantId))?.data;
    if ((await tx.unique.get(addressClaimId(email))) || !tenant) throw taken();
    refuseWhenFull(tenant);
    const now = Timestamp.fromMillis(services.clock());
    const flags = { is_active: input.is_active, is_enable_two_factor: false, verifiedAt: null, last_login: null };
    const document = { name, email, role, tenantId, projectId, ...flags, createdAt: now, updatedAt: now };
    tx.write(
      takeAddress(email, uid),
      credentials.create(uid, credential),
      users.create(uid, { ...document, ...searchFields([name, email]) }),
      tenants.update(tenantId, { 'counters.members': tenant.counters.members + 1, updatedAt: now }),
      link.write,
      ...(input.password ? [notMe.write] : []),
      ...(notice?.writes ?? []),
    );
    tx.write(
      activityWrite(services, {
        ...actorOf(caller),
        projectId,
        module: 'Users',
        activity: 'Add User',
        kind: 'memberAdded',
        values: { who: caller.name, name, role, ...whereFrom(origin) },
      }),
    );
    const to = { name, address: email };
    const place = { account: tenant.ownerName, project: project?.data.name ?? null, role };
    const values = { name, inviter: caller.name, place };
    const mail = input.password
      ? newMail(services, {
          to,
          template: 'member-added',
          values: { ...values, link: linkOf(services, link.token, 'verify'), notMe: notMe.link },
        })
      : newMail(services, {
          to,
          template: 'invitation',
          values: { ...values, link: linkOf(services, link.token, 'reset-password') },
        });
    tx.write(mail.write);
    return mail.id;
  });
  await Promise.all([mailId, notice?.mailId].map((id) => id && deliver(services, id)));
}

/** An admin has all projects; everyone else exactly one. */
async function projectFor(services: Services, caller: Caller, { role, projectId }: MemberRegistration): Promise<FoundProject | null> {
  if (!isProjectBound(role)) return null;
  if (projectId) return findProject(services, caller, PathId.parse(projectId));
  throw invalidField('projectId', say('projectOfUserMissing'));
}

/** Runs before the password is hashed, and in the commit, where parallel calls cannot exceed the quota. */
function refuseWhenFull(tenant: TenantDocument | undefined): void {
  if (!tenant) return;
  const { members } = limitsOf(tenant);
  if (tenant.counters.members < members) return;
  throw new ApiError('quota-exceeded', limitReached(tenant, 'members', members));
}

function taken(): ApiError {
  const message = say('emailTaken');
  return new ApiError('already-exists', message, { field: 'email' });
}
