import { type DataRecord, messages, type RecordDocument } from '@bedplate/contract';
import type { Timestamp } from '@google-cloud/firestore';
import { ApiError } from '../../http/api-error.ts';
import type { UniqueDocument } from '../../store/documents.ts';
import { type PrivateDocument, passwordMatches } from '../records/password.ts';
import { privatePath, recordPath } from '../records/paths.ts';
import { present } from '../records/present.ts';
import type { RecordServices, StorageRow } from '../records/record-services.ts';
import { claimOf } from '../records/unique-claims.ts';
import { makeAccessToken } from './access-token.ts';

interface SignedIn extends Record<string, unknown> {
  readonly data: DataRecord;
  readonly accessToken: string;
}

/**
 * Signs an app user in by username and password. Unknown names take as long as wrong passwords and get the same answer.
 * @throws {ApiError} unauthenticated
 */
export async function authenticate(
  services: { records: RecordServices; config: { tokenPepper: string }; clock: () => number },
  storage: StorageRow,
  { username, password }: { username: string; password: string },
): Promise<SignedIn> {
  const { store, files } = services.records;
  const claim = claimOf(storage.id, 'username', username);
  const owner = claim && (await store.get<UniqueDocument>(claim.path));
  const [record, secret] = owner
    ? await Promise.all([
        store.get<RecordDocument<Timestamp>>(recordPath(storage.id, owner.data.ref)),
        store.get<PrivateDocument>(privatePath(storage.id, owner.data.ref)),
      ])
    : [null, null];
  const isRight = await passwordMatches(record ? secret?.data.password : undefined, password);
  if (!isRight || !record) throw new ApiError('unauthenticated', messages.userNotFound);
  return {
    data: present(record.id, record.data, storage.data.is_softDelete, files),
    accessToken: makeAccessToken(services.config.tokenPepper, {
      userId: record.data.clientId ?? record.id,
      key: record.id,
      storageId: storage.id,
      projectId: storage.data.projectId,
      expiresAt: services.clock() + 3_600_000,
    }),
  };
}
