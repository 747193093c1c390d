import { type DataRecord, type RecordDocument, signInOf } from '@bedplate/contract';
import { passwordMark } from '../../crypto/crypt.ts';
import { ApiError } from '../../errors/api-error.ts';
import { networkOf } from '../../network/address.ts';
import type { Services } from '../../services/services.ts';
import type { Timestamp } from '../../store/model/values.ts';
import { countAttempt } from '../rate-limits/attempts.ts';
import { closedFieldsOf, withProof } from '../records/model/closed-fields.ts';
import type { PrivateDocument } from '../records/model/password.ts';
import { privatePath, recordPath } from '../records/model/paths.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { createRecords } from '../records/write/create-records.ts';
import { type SignedIn, signedIn } from './authenticate.ts';
import type { SeenCaller } from './seen-caller.ts';
import { newSession } from './sessions.ts';

const perAddress = {
  scope: 'app-user-sign-up',
  max: 20,
  windowMillis: 3_600_000,
  message: 'Too many people have signed up from this network. Please try again later.',
};

/**
 * Signs somebody up who comes by a page, without a key, and in. Fields that give rights stay closed, as they are to users.
 * @throws {ApiError} permission-denied where the storage does not let them in, and for a closed field; already-exists for a taken
 * username or e-mail; too-many-requests after twenty of a network within an hour
 */
export async function signUp(
  services: Services,
  storage: StorageRow,
  { fields, ip, from }: { fields: Readonly<Record<string, unknown>>; ip: string; from: SeenCaller },
): Promise<SignedIn> {
  requireMaySignUp(storage, fields.email);
  await countAttempt(services, perAddress, `${storage.id}/${networkOf(ip)}`);
  const { records, store } = services;
  const [created] = await createRecords(records, storage, {
    inputs: [fields],
    actor: 'sign-up',
    closed: withProof(closedFieldsOf(storage)),
  });
  const key = (created as DataRecord).id; // one input, one record
  const [record, secret] = await Promise.all([
    store.get<RecordDocument<Timestamp>>(recordPath(storage.id, key)),
    store.get<PrivateDocument>(privatePath(storage.id, key)),
  ]);
  if (!record || !secret) throw new ApiError('not-found', 'The user is gone.');
  const passwordHash = secret.data.password;
  const session = newSession(records, { storageId: storage.id, key, passwordHash, from });
  await store.commit([session.write]);
  return signedIn(services, storage, { record, session, mark: passwordMark(passwordHash) });
}

/** @throws {ApiError} permission-denied where the storage does not let them in */
function requireMaySignUp(storage: StorageRow, email: unknown): void {
  const { signUp: way, mailDomains } = signInOf(storage.data);
  if (way === 'closed') throw new ApiError('permission-denied', 'Nobody can sign up here.');
  if (way === 'domain' && !mailDomains.includes(domainOf(email))) {
    const message = 'Only addresses of certain domains can sign up here.';
    throw new ApiError('permission-denied', message, { details: [{ field: 'email', message }] });
  }
}

function domainOf(email: unknown): string {
  return typeof email === 'string'
    ? email
        .trim()
        .slice(email.trim().lastIndexOf('@') + 1)
        .toLowerCase()
    : '';
}
