import { randomBytes } from 'node:crypto';
import { messages, type RecordDocument } from '@bedplate/contract';
import { ApiError } from '../../errors/api-error.ts';
import { equalTexts, mac, passwordMark, sha256 } from '../../crypto/crypt.ts';
import { accountPath, privatePath, recordPath } from '../records/model/paths.ts';
import type { RecordServices } from '../../services/record-services.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { Row } from '../../store/model/row.ts';
import type { Write } from '../../store/model/writes.ts';
import type { Transaction } from '../../store/transaction.ts';
import { appSessions } from '../../store/collections.ts';
import type { AppSessionDocument } from '../../store/documents/app-user-documents.ts';
import { isFactorRequired } from './asked-factor.ts';
import { endedWrites } from './ended-sessions.ts';
import type { SeenCaller } from './seen-caller.ts';

const validMillis = 30 * 86_400_000;
/** The previous token stays valid this long, in case the answer was lost. */
const graceMillis = 30_000;

const prefix = 'bpr_';

export interface NewSession {
  readonly id: string;
  readonly refreshToken: string;
  /** It makes the refresh token valid. */
  readonly write: Write;
}

interface SessionOf {
  readonly storageId: string;
  readonly key: string;
  /** Of the user's password; empty for a user without one. */
  readonly mark: string;
  readonly from: SeenCaller;
  /** Whether the person has proved two factors. */
  readonly byTwo?: boolean;
}

export function newSession(services: RecordServices, { storageId, key, mark, from, byTwo = false }: SessionOf): NewSession {
  const id = randomBytes(18).toString('base64url');
  const secret = newSecret();
  const now = services.now();
  const document: AppSessionDocument = {
    storageId,
    key,
    secretHash: sha256(secret),
    previousHash: null,
    rotatedAt: Timestamp.fromMillis(now),
    passwordMark: mark,
    ...(byTwo ? { byTwo } : {}),
    expiresAt: Timestamp.fromMillis(now + validMillis),
    began: { at: Timestamp.fromMillis(now), ...from },
  };
  return { id, refreshToken: `${prefix}${id}.${secret}`, write: appSessions.create(id, document) };
}

/**
 * Exchanges a refresh token for a new one; each works once. A second use means that a thief has it, and
 * ends the session. The next token derives from the previous one: parallel tabs and repeated calls get
 * the same token.
 * @param pepper keeps the next token secret
 * @returns the session, the key of the user's record, the mark of the password and the next token @throws {ApiError} unauthenticated
 */
export async function rotateSession(
  services: RecordServices,
  storage: StorageRow,
  { refreshToken, pepper }: { refreshToken: string; pepper: string },
): Promise<{ id: string; key: string; mark: string; refreshToken: string }> {
  const parts = partsOf(refreshToken);
  if (!parts) throw ended();
  const next = mac(pepper, 'app-session', parts.id, parts.secret);
  const now = services.now();
  const found = await services.store.transaction(async (tx) => {
    const row = await tx.appSessions.get(parts.id);
    const session = row?.data;
    if (!session || session.storageId !== storage.id || session.expiresAt.toMillis() <= now) return null;
    const given = sha256(parts.secret);
    const isPrevious = session.previousHash !== null && equalTexts(given, session.previousHash);
    const isLate = isPrevious && now - session.rotatedAt.toMillis() > graceMillis;
    if (!equalTexts(given, session.secretHash) && !isPrevious) return null;
    const [record, secret] = await Promise.all([tx.get(recordPath(storage.id, session.key)), tx.get(privatePath(storage.id, session.key))]);
    const mark = secret ? passwordMark(secret.data.password) : '';
    const isOver = isLate || !record || mark !== session.passwordMark || (await lacksFactor(tx, storage, { session, record, now }));
    if (isOver) {
      tx.write(...endedWrites([row], record, now));
      return null;
    }
    // The current token is already the next one.
    if (isPrevious) return session;
    const expiresAt = Timestamp.fromMillis(now + validMillis);
    const rotated = { secretHash: sha256(next), previousHash: given, rotatedAt: Timestamp.fromMillis(now), expiresAt };
    tx.write(appSessions.update(parts.id, rotated));
    return session;
  });
  if (!found) throw ended();
  return { id: parts.id, key: found.key, mark: found.passwordMark, refreshToken: `${prefix}${parts.id}.${next}` };
}

/** A second factor may be required of the user since the session began: the next sign-in asks for it. Who is anonymous has none. */
async function lacksFactor(
  tx: Transaction,
  storage: StorageRow,
  { session, record, now }: { session: AppSessionDocument; record: Row<RecordDocument<Timestamp>>; now: number },
): Promise<boolean> {
  if (session.byTwo || !isFactorRequired(storage, record, now)) return false;
  const account = await tx.get(accountPath(storage.id, session.key));
  return account?.data.anonymous !== true;
}

/** Ends a session with its access tokens; an invalid token is no error. */
export async function endSession(services: RecordServices, storage: StorageRow, refreshToken: string): Promise<void> {
  const parts = partsOf(refreshToken);
  const session = parts && (await services.store.appSessions.get(parts.id));
  if (!session || session.data.storageId !== storage.id) return;
  const given = sha256(parts.secret);
  if (equalTexts(given, session.data.secretHash) || given === session.data.previousHash)
    await endSessions(services, storage, { key: session.data.key, ids: [session.id] });
}

/** Ends sessions of a user with their access tokens: at REST within half a minute at most, at LiveSync with the next look at its rules. */
export async function endSessions(
  { store, now }: Pick<RecordServices, 'store' | 'now'>,
  storage: StorageRow,
  { key, ids }: { key: string; ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return;
  await store.transaction(async (tx) => {
    const [record, sessions] = await Promise.all([tx.get(recordPath(storage.id, key)), tx.appSessions.getAll(ids)]);
    const present = sessions.filter((session) => session !== null);
    tx.write(...endedWrites(present, record, now()));
  });
}

function partsOf(token: string): { id: string; secret: string } | null {
  const [, id, secret] = /^bpr_([\w-]{24})\.([\w-]{43})$/.exec(token) ?? [];
  return id && secret ? { id, secret } : null;
}

const newSecret = () => randomBytes(32).toString('base64url');

function ended(): ApiError {
  return new ApiError('unauthenticated', messages.sessionEnded);
}
