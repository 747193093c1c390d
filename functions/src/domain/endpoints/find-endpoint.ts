import { notFound } from '../../errors/api-error.ts';
import type { Services } from '../../services/services.ts';
import type { EndpointDocument } from '../../store/documents/endpoint-documents.ts';
import type { Caller } from '../callers/caller.ts';
import { type FoundStorage, findStorage } from '../callers/find-project.ts';

export interface FoundEndpoint {
  id: string;
  data: EndpointDocument;
  storage: FoundStorage;
}

/** Finds an endpoint that the caller may see. @throws {ApiError} not-found when it is unknown, or its storage is foreign or archived */
export async function findEndpoint(services: Services, caller: Caller, endpointId: string): Promise<FoundEndpoint> {
  const data = (await services.store.endpoints.get(endpointId))?.data;
  if (!data) throw notFound('Endpoint');
  const storage = await findStorage(services, { caller, projectId: data.projectId, storageId: data.storageId }).catch(() => {
    throw notFound('Endpoint');
  });
  return { id: endpointId, data, storage };
}
