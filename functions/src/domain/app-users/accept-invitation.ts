import { invalidField } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import { isNotFound } from '../../store/model/firestore-errors.ts';
import { atSignUp, closedFieldsOf, refuseClosed } from '../records/model/closed-fields.ts';
import { hashPassword } from '../records/model/password.ts';
import { recordInput } from '../records/model/record-input.ts';
import type { RecordWrite } from '../records/model/record-write.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { claimsOn, taken } from '../records/model/unique-claims.ts';
import { newUserFields } from '../records/write/new-user-fields.ts';
import { recordOf, writeRecords } from '../records/write/write-records.ts';
import { provenWrite } from './account.ts';
import type { SignedIn } from './authenticate.ts';
import type { Challenge } from './challenges.ts';
import { userOfClaims } from './find-user.ts';
import { acceptWrite, badInvitation, invitationOf, type OpenInvitation } from './invitations.ts';
import type { MailCall } from './mail-sign-in.ts';
import { requireMethod } from './require-method.ts';
import { keepsAddress } from './same-address.ts';
import type { SeenCaller } from './seen-caller.ts';
import { signInOrAskOf } from './sign-in-or-ask.ts';
import { askSignUpHook } from './sign-up-hook.ts';
import { countSignUp, requireMailMethod } from './sign-up.ts';

interface Acceptance extends MailCall {
  readonly token: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly from: SeenCaller;
}

/**
 * Signs somebody up by an invitation, and in. Whoever has its token reads the mails of the address, so that it is proved: it is taken
 * from a user who has not proved it. Decision 087.
 * @throws {ApiError} unauthenticated for an invitation that is wrong, old or used; permission-denied for a closed field; already-exists
 * for a taken username, and for the address of a user who has proved it; too-many-requests
 */
export async function acceptInvitation(
  services: Services,
  storage: StorageRow,
  { token, fields: given, from, appName, ip }: Acceptance,
): Promise<SignedIn | Challenge> {
  await countSignUp(services, storage, ip);
  const invitation = await invitationOf(services, storage, token);
  const { email } = invitation;
  if (given.email !== undefined && given.email !== null && given.email !== email)
    throw invalidField('email', 'This invitation is for another address.');
  const { password, ...rest } = given;
  if (typeof password === 'string') requireMethod(storage, 'password');
  else requireMailMethod(storage);
  refuseClosed(atSignUp(closedFieldsOf(storage)), {
    before: {},
    after: newUserFields(storage, recordInput({ ...rest, email }), ''),
    password,
  });
  const fields = newUserFields(storage, recordInput({ ...rest, ...invitation.fields, email }), '');
  const claims = claimsOn(storage.id, 'email', email).map(({ path }) => path);
  const holder = await userOfClaims(services, storage.id, claims);
  if (holder && keepsAddress(holder, email)) throw taken([{ fields: ['email'] }]);
  const hash = typeof password === 'string' ? { hash: await hashPassword(password, storage.data.tenantId) } : {};
  const writes: RecordWrite[] = [
    ...(holder ? [withoutEmail(storage, holder.key)] : []),
    { op: 'create', storage, input: { fields, password: undefined }, ...hash, where: '' },
  ];
  await askSignUpHook(services, storage, { way: 'invitation', fields });
  const key = await written(services, writes, { storage, invitation });
  return signInOrAskOf(services, storage, { key, from, appName, byMail: typeof password !== 'string' });
}

/** @returns the key of the new user's record */
async function written(
  services: Services,
  writes: readonly RecordWrite[],
  { storage, invitation }: { storage: StorageRow; invitation: OpenInvitation },
): Promise<string> {
  try {
    const results = await writeRecords(services.records, writes, {
      actor: 'sign-up',
      hook: {
        alsoWrites: (made) => {
          const [user] = made.slice(-1);
          return [acceptWrite(invitation), ...(user ? [provenWrite(storage.id, { key: user.id, email: invitation.email })] : [])];
        },
      },
    });
    return recordOf(results.slice(-1)).id;
  } catch (error) {
    throw isNotFound(error) ? badInvitation() : error; // a parallel call was faster, or it was revoked
  }
}

function withoutEmail(storage: StorageRow, id: string): RecordWrite {
  return { op: 'update', id, storage, input: { fields: { email: null }, password: undefined, operations: new Map() }, where: '' };
}
