import { type BackedUpEndpoint, type EndpointInput, limits } from '@bedplate/contract';
import { ApiError, notFound } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import { endpoints, hooks } from '../../store/collections.ts';
import type { EndpointDocument } from '../../store/documents/endpoint-documents.ts';
import type { Row } from '../../store/model/row.ts';
import { Timestamp } from '../../store/model/values.ts';
import { activityWrite } from '../activity/activity-log.ts';
import type { Caller } from '../callers/caller.ts';
import { accountOf, actorOf } from '../callers/member-of.ts';
import { searchFields } from '../search-text/search-fields.ts';
import { isGenerated } from './endpoint-out.ts';
import { endpointTexts } from './endpoint-texts.ts';
import { wantedEndpoint } from './wanted-endpoint.ts';

/**
 * Makes an endpoint again out of a backup, with a token or secret of its own. A webhook that sends is one that has ended: it gets no events
 * until somebody saves it.
 * @throws {ApiError} not-found, invalid-argument, quota-exceeded
 */
export async function makeAgain(
  services: Services,
  { caller, storageId, input }: { caller: Caller; storageId: string; input: EndpointInput },
): Promise<void> {
  const { tenantId, owner } = accountOf(caller);
  const { id } = services.makeId();
  await services.store.transaction(async (tx) => {
    const data = (await tx.storages.get(storageId))?.data;
    if (!data || data.archived) throw notFound('Storage');
    const count = await tx.endpoints.count({ where: [['storageId', '==', storageId]] });
    if (count >= limits.endpointsPerStorage)
      throw new ApiError('quota-exceeded', say('endpointsMany', { max: limits.endpointsPerStorage }));
    const { hookId, ...fields } = wantedEndpoint(services.config, id, { input, storage: { id: storageId, data }, before: null });
    const now = Timestamp.fromMillis(services.clock());
    const document: EndpointDocument = {
      ...fields,
      tenantId,
      storageName: data.storageName,
      storageKey: data.storageKey,
      userId: owner.uid,
      ownerName: owner.name,
      createdBy: caller.uid,
      generated: false,
      ...(fields.secretCipher !== null && { endedAt: now }),
      createdAt: now,
      updatedAt: now,
    };
    tx.write(
      endpoints.create(id, { ...document, ...searchFields(endpointTexts(document)) }),
      ...(hookId ? [hooks.set(hookId, { endpointId: id, tenantId, projectId: fields.projectId, storageId })] : []),
      activityWrite(services, {
        ...actorOf(caller),
        projectId: fields.projectId,
        module: 'Data Storage',
        activity: 'Add Endpoint',
        kind: 'endpointAdded',
        values: { who: caller.name },
      }),
    );
  });
}

/** Rows that come with a storage have one part that is not given: what the project uses them for. */
export async function describeAgain(
  { store }: Services,
  rows: readonly Row<EndpointDocument>[],
  wanted: readonly BackedUpEndpoint[],
): Promise<void> {
  const writes = rows.flatMap(({ id, data }) => {
    const before = isGenerated(data) ? wanted.find(({ method }) => method === data.method) : undefined;
    const functionality = before?.functionality === 'sender' ? 'sender' : 'receiver';
    return !before || functionality === data.functionality ? [] : [endpoints.update(id, { functionality })];
  });
  if (writes.length > 0) await store.commit(writes);
}
