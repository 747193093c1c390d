import type { ApiCaller } from '../api-keys/api-caller.ts';
import { mayRead, reaches } from '../api-keys/key-scope.ts';
import { rulesOf } from '../records/schema/storage-rules.ts';
import type { RecordServices } from '../../services/record-services.ts';
import type { KnownStorage } from './known-storage.ts';

/** @returns the live storages of the project that a caller reaches, each with its fields where the caller may read its records */
export async function knownStorages(
  services: Pick<RecordServices, 'store'>,
  { tenantId, projectId, scope }: Pick<ApiCaller, 'tenantId' | 'projectId' | 'scope'>,
): Promise<KnownStorage[]> {
  const { rows } = await services.store.storages.query({
    where: [
      ['projectId', '==', projectId],
      ['archived', '==', false],
    ],
  });
  const own = rows.filter((row) => row.data.tenantId === tenantId && (!scope || reaches(scope, row.id)));
  return Promise.all(
    own.map(async (row) =>
      mayRead(scope, row.id) && (!scope || row.data.access?.liveKeys !== false)
        ? { row, rules: await rulesOf(services, row) }
        : // The names of fields are content, and rules may hide them from keys.
          { row: { ...row, data: { ...row.data, fields: {} } }, rules: undefined },
    ),
  );
}
