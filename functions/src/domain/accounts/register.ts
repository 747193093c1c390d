import { type Registration, freeUsageLimit } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import { apiKeys, credentials, tenants, users } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { CredentialDocument } from '../../store/documents/documents.ts';
import { isAlreadyExists } from '../../store/model/firestore-errors.ts';
import { sha256 } from '../../crypto/crypt.ts';
import { apiKeyDocument, apiKeyId, makeKeyPair } from '../../crypto/key-pair.ts';
import { newMail } from '../mail/outbox.ts';
import { searchFields } from '../search-text/search-fields.ts';
import { countAttempt } from '../rate-limits/attempts.ts';
import { accountActivity } from '../activity/account-activity.ts';
import { newCredential } from './credentials.ts';
import { findUser, type KnownUser, takeAddress } from './find-user.ts';
import { linkOf, newAuthToken, notMeLink } from '../mailed-links/auth-tokens.ts';
import type { Origin } from '../callers/caller.ts';
import { mailingEvenly } from '../rate-limits/even-answers.ts';
import { say } from '../../errors/say.ts';
import { hashPassword } from '../records/model/password.ts';

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
 * Opens an account: a person with a password, a tenant and its key pair, in one commit with the mail. A known address gets the
 * same answer and another mail.
 */
export async function registerAccount(services: Services, input: Registration, origin: Origin): Promise<void> {
  await countAttempt(services, perAddress, origin.ip);
  await countAttempt(services, perEmail, input.email);
  await mailingEvenly(services, async () => {
    const known = await findUser(services, input.email);
    if (known) return mailAboutAccount(services, known);
    const passwordHash = await hashPassword(input.password);
    const registeredBy = input.browser === undefined ? null : sha256(input.browser);
    return openAccount(services, input, { origin, verified: false, credential: newCredential({ passwordHash, registeredBy }) });
  });
}

interface Opening {
  readonly origin: Origin;
  readonly verified: boolean;
  readonly credential: CredentialDocument;
}

/**
 * Writes a new account in one commit; mails a verification if the address needs one.
 * @returns the mail's id, to deliver; null also when another request with this address was faster
 */
export async function openAccount(
  services: Services,
  { name, email }: Pick<Registration, 'name' | 'email'>,
  { origin, verified, credential }: Opening,
): Promise<string | null> {
  const { id: uid } = services.makeId();
  const tenantId = sha256(`tenant of ${uid}`).slice(0, 20);
  const now = Timestamp.fromMillis(services.clock());
  const pair = makeKeyPair(services.config.tokenPepper);
  const keyId = apiKeyId(pair.apiKey);
  const verification = newAuthToken(services, { kind: 'verify', uid });
  const notMe = notMeLink(services, uid, true);

  const user = { name, tenantId, projectId: null };
  const kind = verified ? 'openedWithGoogle' : 'opened';
  const rows = await accountActivity(services, { uid, user, adminId: uid, activity: 'Register Account', kind, origin });
  const mail = verified
    ? null
    : newMail(services, {
        to: { name, address: email },
        template: 'verify',
        values: { name, link: linkOf(services, verification.token, 'verify'), notMe: notMe.link },
      });
  const writes = [
    takeAddress(email, uid),
    credentials.create(uid, credential),
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
    ...(mail ? [verification.write, notMe.write, mail.write] : []),
  ];
  try {
    await services.store.commit(writes);
  } catch (error) {
    if (isAlreadyExists(error)) return null;
    throw error;
  }
  return mail && mail.id;
}

/** @returns the id of a mail about the existing account */
async function mailAboutAccount(services: Services, { user }: KnownUser): Promise<string> {
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
