import type { DocumentPath } from '../../store/model/collection.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { type DataRecord, messages, type RecordDocument, signInOf } from '@bedplate/contract';
import { ApiError } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import type { Timestamp } from '../../store/model/values.ts';
import type { Row } from '../../store/model/row.ts';
import type { UniqueDocument } from '../../store/documents/documents.ts';
import { networkOf } from '../../network/address.ts';
import { countAttempt, countFailure, forgetAttempts } from '../rate-limits/attempts.ts';
import { passwordMark } from '../../crypto/crypt.ts';
import { foreignMark } from '../records/model/foreign-mark.ts';
import { passwordMatches } from '../records/model/password.ts';
import { privatePath, recordPath } from '../records/model/paths.ts';
import { toRecordJson } from '../records/model/present.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { claimsOn, sharedClaim } from '../records/model/unique-claims.ts';
import { accessMillis, makeAccessToken } from './access-token.ts';
import { requireMethod } from './require-method.ts';
import type { SeenCaller } from './seen-caller.ts';
import { newSession, rotateSession } from './sessions.ts';

const tooMany = 'Too many failed attempts. Please try again later.';
/** The delay of a refusal hides the time difference between known and unknown names. */
const failureMillis = 300;
const perUser = { scope: 'app-user', max: 10, windowMillis: 900_000, message: tooMany };
/** A server that signs its users in has one address for all of them. */
const perAddress = { scope: 'app-user-ip', max: 100, windowMillis: 900_000, message: tooMany };

export interface SignedIn extends Record<string, unknown> {
  readonly data: DataRecord;
  readonly accessToken: string;
  /** In seconds. */
  readonly expiresIn: number;
  readonly refreshToken: string;
}

interface PasswordSignIn {
  /** Which name it is; a username when absent. */
  readonly field?: 'username' | 'email';
  readonly name: string;
  readonly password: string;
  readonly ip: string;
  readonly from: SeenCaller;
}

/**
 * Signs an app user in by username, or e-mail, and password. Unknown names take as long as wrong passwords and get
 * the same answer. An attempt counts before the check, to limit parallel guesses; success uncounts it.
 * @throws {ApiError} unauthenticated; permission-denied for a user with a second factor; too-many-requests after ten failures of a name,
 * or many of an address, within 15 minutes
 */
export async function authenticate(services: Services, storage: StorageRow, { from, ...given }: PasswordSignIn): Promise<SignedIn> {
  requireMethod(storage, 'password');
  const { record, mark } = await checkPassword(services, storage, given);
  if (signInOf(storage.data).secondFactor !== 'off') await refuseFactor(services, storage, record.id);
  const session = newSession(services.records, { storageId: storage.id, key: record.id, mark, from });
  await services.store.commit([session.write]);
  return signedIn(services, storage, { record, session, mark });
}

/** This call answers a session or nothing, so it would go past a second factor. */
async function refuseFactor(services: Services, storage: StorageRow, key: string): Promise<void> {
  const { requireNoFactor } = await import('./require-no-factor.ts'); // most storages have it off
  await requireNoFactor(services, storage, key);
}

/** The check of `authenticate` by itself. @returns the user's record and the mark of the password */
export async function checkPassword(
  services: Services,
  storage: StorageRow,
  { field = 'username', name: given, password, ip }: Omit<PasswordSignIn, 'from'>,
): Promise<{ record: Row<RecordDocument<Timestamp>>; mark: string }> {
  const claims = claimsOn(storage.id, field, given).map(({ path }) => path);
  const [name, address] = [sharedClaim(storage.id, field, given) || `${storage.id}/${given}`, `${storage.id}/${networkOf(ip)}`];
  const { record, secret } = await countFailure(services, {
    limit: perAddress,
    value: address,
    attempt: async () => {
      await countAttempt(services, perUser, name);
      return userOfPassword(services, { tenant: storage.data.tenantId, storageId: storage.id, claims, password });
    },
  });
  await forgetFailures(services, name);
  return { record, mark: passwordMark(await ownHash(services, storage, { key: record.id, stored: secret.data.password, password })) };
}

async function ownHash(services: Services, storage: StorageRow, given: { key: string; stored: string; password: string }): Promise<string> {
  if (!given.stored.startsWith(foreignMark)) return given.stored;
  const { replaceHash } = await import('./replace-hash.ts'); // once for each user of another system
  return replaceHash(services, storage, given);
}

/** Forgets failures after a sign-in, or a proof by mail. @param name path of the username's claim */
export function forgetFailures(services: Services, name: string): Promise<void> {
  return forgetAttempts(services, perUser, name);
}

async function userOfPassword(
  services: Services,
  {
    tenant,
    storageId,
    claims,
    password,
  }: { tenant: string; storageId: string; claims: readonly DocumentPath<UniqueDocument>[]; password: string },
) {
  const { store } = services;
  const owner = (await store.getAll(claims)).find((row) => row !== null);
  // An unknown name costs the same reads, of missing documents.
  const key = owner?.data.ref ?? 'nobody';
  const [record, secret] = await Promise.all([store.get(recordPath(storageId, key)), store.get(privatePath(storageId, key))]);
  const isRight = await passwordMatches(record ? secret?.data.password : undefined, password, tenant);
  if (isRight && record && secret) return { record, secret };
  await pause(failureMillis);
  throw new ApiError('unauthenticated', messages.userNotFound);
}

/** Exchanges a refresh token. @throws {ApiError} unauthenticated when it was used, has ended, or its user or password changed */
export async function refresh(services: Services, storage: StorageRow, refreshToken: string): Promise<SignedIn> {
  const next = await rotateSession(services.records, storage, { refreshToken, pepper: services.config.tokenPepper });
  const record = await services.store.get(recordPath(storage.id, next.key));
  if (!record) throw new ApiError('unauthenticated', messages.sessionEnded);
  return signedIn(services, storage, { record, session: next, mark: next.mark });
}

/** The answer to who has signed in. @param mark of the password that was checked */
export function signedIn(
  services: Services,
  storage: StorageRow,
  {
    record,
    session,
    mark,
  }: { record: Row<RecordDocument<Timestamp>>; session: { readonly id: string; readonly refreshToken: string }; mark: string },
): SignedIn {
  const user = {
    userId: record.data.clientId ?? record.id,
    key: record.id,
    storageId: storage.id,
    projectId: storage.data.projectId,
    session: session.id,
    // Of the password that was checked: when another one was set in between, the token is void from the start.
    ...(record.data.passwordMark ? { mark } : {}),
    expiresAt: services.clock() + accessMillis,
  };
  return {
    data: toRecordJson({ id: record.id, stored: record.data }, { softDelete: storage.data.is_softDelete, files: services.records.files }),
    accessToken: makeAccessToken(services.config.tokenPepper, user),
    expiresIn: accessMillis / 1000,
    refreshToken: session.refreshToken,
  };
}
