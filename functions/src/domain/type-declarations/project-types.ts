import { knownStorages } from '../openapi/known-storages.ts';
import type { ApiCaller } from '../api-keys/api-caller.ts';
import type { Services } from '../../services/services.ts';
import { declareProject } from './declare-project.ts';

/** @returns the TypeScript declarations of the records that a caller may read */
export async function projectTypes(
  services: Pick<Services, 'store' | 'config'>,
  caller: Pick<ApiCaller, 'tenantId' | 'projectId' | 'scope'>,
  projectName: string,
): Promise<string> {
  return declareProject(services.config.publicOrigin, projectName, await knownStorages(services, caller));
}
