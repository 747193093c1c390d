import { type Registration, freeUsageLimit } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { apiKeys, tenants, users } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import { isAlreadyExists } from '../../store/model/firestore-errors.ts';
import { sha256 } from '../../crypto/crypt.ts';
import { apiKeyDocument, apiKeyId, makeKeyPair } from '../../crypto/key-pair.ts';
import { newMail } from '../mail/outbox.ts';
import { searchFields } from '../search-text/search-fields.ts';
import { countAttempt } from '../rate-limits/attempts.ts';
import { accountActivity } from '../activity/account-activity.ts';
import { createAuthUser, findAuthUser, setClaims, takeOver } from './auth-users.ts';
import { linkOf, newAuthToken } from './auth-tokens.ts';
import type { Origin } from '../callers/caller.ts';
import { mailingEvenly } from '../rate-limits/even-answers.ts';
import { say } from '../../errors/api-error.ts';

const perAddress = {
  scope: 'register-ip',
  max: 30,
  windowMillis: 3600_000,
  message: say('registrationsOfNetwork'),
};
const perEmail = {
  scope: 'register-email',
  max: 5,
  windowMillis: 3600_000,
  message: say('registrationsOfEmail'),
};

/**
 * Opens an account: a person, a tenant and its key pair. A known address gets the same answer and another mail.
 * The Auth user is created first and has no rights yet. One commit writes everything else, with the
 * mail. After a crash between the two, registering again takes over the Auth user.
 */
export async function registerAccount(services: Services, input: Registration, origin: Origin): Promise<void> {
  await countAttempt(services, perAddress, origin.ip);
  await countAttempt(services, perEmail, input.email);
  await mailingEvenly(services, async () => {
    const authUser = await findAuthUser(services, input.email);
    const complete = authUser !== null && (await services.store.users.get(authUser.uid)) !== null;
    if (complete) return mailAboutAccount(services, authUser.uid);
    const uid = authUser ? await takeOver(services, authUser, input) : await createAuthUser(services, input);
    if (uid === null) return null; // the same address is being registered by another request at this moment
    return openAccount(services, uid, input, { origin, verified: false });
  });
}

/**
 * Writes a new account, without its Auth user, in one commit; mails a verification if the address needs one.
 * @returns the mail's id, to deliver
 */
export async function openAccount(
  services: Services,
  uid: string,
  { name, email }: Pick<Registration, 'name' | 'email'>,
  { origin, verified }: { origin: Origin; verified: boolean },
): Promise<string | null> {
  // The same id in every attempt for this user, so that parallel ones agree about the claims.
  const tenantId = sha256(`tenant of ${uid}`).slice(0, 20);
  const now = Timestamp.fromMillis(services.clock());
  const pair = makeKeyPair(services.config.tokenPepper);
  const keyId = apiKeyId(pair.apiKey);
  const verification = newAuthToken(services, 'verify', uid);

  await setClaims(services, uid, { role: 'admin', tenantId, projectId: null, name });
  const user = { name, tenantId, projectId: null };
  const kind = verified ? 'openedWithGoogle' : 'opened';
  const rows = await accountActivity(services, { uid, user, adminId: uid, activity: 'Register Account', kind, origin });
  const mail = verified
    ? null
    : newMail(services, {
        to: { name, address: email },
        template: 'verify',
        values: { name, link: linkOf(services, verification.token, 'verify') },
      });
  const writes = [
    users.create(uid, {
      name,
      email,
      role: 'admin',
      tenantId,
      projectId: null,
      is_active: true,
      is_enable_two_factor: false,
      verifiedAt: verified ? now : null,
      last_login: null,
      createdAt: now,
      updatedAt: now,
      ...searchFields([name, email]),
    }),
    tenants.create(tenantId, {
      ownerUid: uid,
      ownerName: name,
      active: true,
      plan: { tier: 'free', usageLimit: freeUsageLimit, status: 'none', isActive: false, product: null, expiresAt: null },
      counters: { projects: 0, members: 1 },
      apiKeyId: keyId,
      createdAt: now,
      updatedAt: now,
    }),
    apiKeys.create(keyId, apiKeyDocument(pair, services.config.keyEncryptionKey, { tenantId, active: true, createdAt: now })),
    ...rows,
    ...(mail ? [verification.write, mail.write] : []),
  ];
  try {
    await services.store.commit(writes);
  } catch (error) {
    if (isAlreadyExists(error)) return null; // another request with this address was faster
    throw error;
  }
  return mail && mail.id;
}

/** @returns the id of a mail about the existing account */
async function mailAboutAccount(services: Services, uid: string): Promise<string | null> {
  const user = (await services.store.users.get(uid))?.data;
  if (!user) return null;
  const { publicOrigin } = services.config;
  const mail = newMail(services, {
    to: { name: user.name, address: user.email },
    template: 'already-registered',
    values: {
      name: user.name,
      verified: user.verifiedAt !== null,
      login: `${publicOrigin}/login`,
      reset: `${publicOrigin}/forgot-password`,
    },
  });
  await services.store.commit([mail.write]);
  return mail.id;
}
