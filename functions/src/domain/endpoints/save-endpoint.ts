import { type Endpoint, type EndpointChange, type EndpointInput, limits } from '@bedplate/contract';
import { ApiError, invalidField, notFound } from '../../errors/api-error.ts';
import { say } from '../../errors/say.ts';
import type { Services } from '../../services/services.ts';
import { endpoints, hooks, storages } from '../../store/collections.ts';
import { Timestamp, withElements, withoutElements } from '../../store/model/values.ts';
import type { Transaction } from '../../store/transaction.ts';
import { isDocumentId } from '../../store/model/collection.ts';
import type { EndpointDocument } from '../../store/documents/endpoint-documents.ts';
import type { Caller } from '../callers/caller.ts';
import { accountOf, actorOf } from '../callers/member-of.ts';
import { activityWrite } from '../activity/activity-log.ts';
import { waitForPropagation } from '../../store/wait-for-propagation.ts';
import { sha256 } from '../../crypto/crypt.ts';
import { type FoundStorage, findProject, findStorage } from '../callers/find-project.ts';
import { openToken } from '../webhooks/secrets.ts';
import { searchFields } from '../search-text/search-fields.ts';
import { endpointOut, isGenerated, restAddress } from './endpoint-out.ts';
import { endpointTexts } from './endpoint-texts.ts';
import { findEndpoint } from './find-endpoint.ts';
import { requireRoomForReceiver, type WantedEndpoint, wantedEndpoint } from './wanted-endpoint.ts';

/** @throws {ApiError} not-found, invalid-argument, quota-exceeded */
export async function createEndpoint(
  services: Services,
  { caller, projectId, input }: { caller: Caller; projectId: string; input: EndpointInput },
): Promise<Endpoint> {
  await findProject(services, caller, projectId);
  const storage = await findStorage(services, { caller, projectId, storageId: input.dataStorageId });
  const { id } = services.makeId();
  return save(services, caller, {
    id,
    storage,
    activity: 'Add Endpoint',
    wanted: (found) => wantedEndpoint(services.config, id, { input, storage: found, before: null }),
  });
}

/** Changes the given fields; tokens and secrets stay unless the kind changes. @throws {ApiError} not-found, invalid-argument, quota-exceeded */
export async function updateEndpoint(
  services: Services,
  { caller, id, change }: { caller: Caller; id: string; change: EndpointChange },
): Promise<Endpoint> {
  const { data, storage: own } = await findEndpoint(services, caller, id);
  const storage =
    change.dataStorageId === undefined || change.dataStorageId === own.id
      ? own
      : await storageOfProject(services, { caller, projectId: data.projectId, storageId: change.dataStorageId });
  if (isGenerated(data)) requireDescription(services, { document: data, storage: own, change });
  const wanted: Saved['wanted'] = (found, before) => {
    const { type, functionality, method } = before ?? data;
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined && value !== null));
    const input = { type, functionality, method, ...given, dataStorageId: found.id };
    return wantedEndpoint(services.config, id, { input, storage: found, before: before ?? data });
  };
  return save(services, caller, { id, storage, activity: 'Update Endpoint', wanted });
}

/**
 * Removes an endpoint with its hook or secret; its deliveries stay in the log until they expire.
 * @throws {ApiError} not-found; invalid-argument for an endpoint that was made with its storage
 */
export async function removeEndpoint(services: Services, caller: Caller, id: string): Promise<void> {
  const { data } = await findEndpoint(services, caller, id);
  if (isGenerated(data)) throw new ApiError('invalid-argument', say('endpointStays'));
  await services.store.transaction(async (tx) => {
    const before = (await tx.endpoints.get(id))?.data;
    if (!before) throw notFound('Endpoint');
    detach(services, { tx, id, before });
    tx.write(endpoints.remove(id));
    note(services, { tx, caller, projectId: before.projectId, activity: 'Remove Endpoint' });
  });
  await waitForPropagation();
}

/** A new inbound address: the old one stops at once. @throws {ApiError} not-found, invalid-argument for another kind of endpoint */
export async function rotateToken(services: Services, caller: Caller, id: string): Promise<Endpoint> {
  const { data, storage } = await findEndpoint(services, caller, id);
  if (data.type !== 'webhook' || data.functionality !== 'sender') {
    throw new ApiError('invalid-argument', say('tokenOfSenders'));
  }
  const wanted: Saved['wanted'] = (found, before) => {
    const input = { ...(before ?? data), dataStorageId: found.id, endpoint: null };
    return wantedEndpoint(services.config, id, { input, storage: found, before: null });
  };
  return save(services, caller, { id, storage, activity: 'Update Endpoint', wanted });
}

interface Saved {
  id: string;
  storage: FoundStorage;
  activity: keyof typeof kinds;
  /** Computes the fields from the documents that the commit has read. */
  wanted: (storage: FoundStorage, before: EndpointDocument | null) => WantedEndpoint;
}

async function save(services: Services, caller: Caller, { id, storage, activity, wanted }: Saved): Promise<Endpoint> {
  const { tenantId, owner } = accountOf(caller);
  const saved = await services.store.transaction(async (tx) => {
    const before = (await tx.endpoints.get(id))?.data ?? null;
    if (!before && activity !== 'Add Endpoint') throw notFound('Endpoint');
    const data = (await tx.storages.get(storage.id))?.data;
    if (!data || data.archived) throw notFound('Storage');
    if (before?.storageId !== storage.id) await requireRoom(tx, storage.id);
    const { hookId, ...fields } = wanted({ id: storage.id, data }, before);
    const receives = fields.type === 'webhook' && fields.functionality === 'receiver';
    if (receives && !data.receivers?.includes(id)) requireRoomForReceiver({ id: storage.id, data });
    const now = Timestamp.fromMillis(services.clock());
    const people = before ?? { userId: owner.uid, ownerName: owner.name, createdBy: caller.uid, createdAt: now };
    const { userId, ownerName, createdBy, createdAt } = people;
    const generated = before !== null && isGenerated(before);
    const { storageName, storageKey } = data;
    const named = { ...fields, storageName, storageKey };
    const document: EndpointDocument = { tenantId, userId, ownerName, createdBy, generated, ...named, createdAt, updatedAt: now };
    if (before) detach(services, { tx, id, before });
    tx.write(endpoints.set(id, { ...document, ...searchFields(endpointTexts(document)) }));
    tx.write(storages.update(storage.id, { setUpAt: now, ...(receives && { receivers: withElements(id) }) }));
    if (hookId) tx.write(hooks.set(hookId, { endpointId: id, tenantId, projectId: fields.projectId, storageId: storage.id }));
    note(services, { tx, caller, projectId: fields.projectId, activity });
    return document;
  });
  await waitForPropagation();
  const { storageName, storageKey } = storage.data;
  return endpointOut(services.config, caller, { id, data: saved, storage: { id: storage.id, storageName, storageKey } });
}

/** Removes the endpoint's previous function. */
function detach(services: Services, { tx, id, before }: { tx: Transaction; id: string; before: EndpointDocument }): void {
  if (before.tokenCipher) tx.write(hooks.remove(sha256(openToken(services.config, id, before.tokenCipher))));
  const setUpAt = Timestamp.fromMillis(services.clock());
  tx.write(storages.update(before.storageId, { setUpAt, ...(before.secretCipher && { receivers: withoutElements(id) }) }));
}

async function requireRoom(tx: Transaction, storageId: string): Promise<void> {
  const count = await tx.endpoints.count({ where: [['storageId', '==', storageId]] });
  if (count < limits.endpointsPerStorage) return;
  throw new ApiError('quota-exceeded', say('endpointsMany', { max: limits.endpointsPerStorage }));
}

/** An endpoint stays in its project: moved to another one it would leave the list that it was changed in. */
async function storageOfProject(
  services: Services,
  { caller, projectId, storageId }: { caller: Caller; projectId: string; storageId: string },
): Promise<FoundStorage> {
  const data = isDocumentId(storageId) ? (await services.store.storages.get(storageId))?.data : undefined;
  if (!data) throw notFound('Storage');
  const storage = await findStorage(services, { caller, projectId: data.projectId, storageId });
  if (data.projectId !== projectId) throw invalidField('dataStorageId', say('endpointProject'));
  return storage;
}

/** @throws {ApiError} invalid-argument when more than its functionality would change: the data API would not follow */
function requireDescription(
  { config }: Services,
  {
    document: { type, method, storageId },
    storage: { data },
    change,
  }: { document: EndpointDocument; storage: FoundStorage; change: EndpointChange },
): void {
  const { storageName, storageKey } = data;
  const address = restAddress(config, { id: storageId, storageName, storageKey }, method);
  const { endpoint } = change;
  const isSame =
    (change.type ?? type) === type &&
    (change.method ?? method) === method &&
    (change.dataStorageId ?? storageId) === storageId &&
    (!endpoint || endpoint === address);
  if (!isSame) throw new ApiError('invalid-argument', say('endpointGenerated'));
}

const kinds = { 'Add Endpoint': 'endpointAdded', 'Update Endpoint': 'endpointChanged', 'Remove Endpoint': 'endpointRemoved' } as const;

function note(
  services: Services,
  { tx, caller, projectId, activity }: { tx: Transaction; caller: Caller; projectId: string; activity: keyof typeof kinds },
): void {
  tx.write(
    activityWrite(services, {
      ...actorOf(caller),
      projectId,
      module: 'Data Storage',
      activity,
      kind: kinds[activity],
      values: { who: caller.name },
    }),
  );
}
