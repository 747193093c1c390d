import type { ProjectDocument, StorageDocument } from '@bedplate/contract';
import { notFound } from '../../errors/api-error.ts';
import type { Timestamp } from '../../store/model/values.ts';
import type { TenantDocument } from '../../store/documents/documents.ts';
import type { HookDocument } from '../../store/documents/endpoint-documents.ts';
import type { LiveDocuments } from '../../store/live-documents.ts';
import { type ApiCaller, loggedAs, rateOf, suspended } from '../api-keys/api-caller.ts';
import { sha256 } from '../../crypto/crypt.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { hooks, projects, storages, tenants } from '../../store/collections.ts';
import { hookKey } from './hook-names.ts';
import { isOurToken } from './secrets.ts';

export interface HookCaller extends ApiCaller {
  /** Where it writes. */
  readonly storage: StorageRow;
}

interface HookServices {
  readonly config: { readonly tokenPepper: string };
  readonly caches: {
    readonly hooks: LiveDocuments<HookDocument>;
    readonly projects: LiveDocuments<ProjectDocument<Timestamp>>;
    readonly storages: LiveDocuments<StorageDocument<Timestamp>>;
    readonly tenants: LiveDocuments<TenantDocument>;
  };
}

/**
 * The caller of an inbound address.
 * @throws {ApiError} not-found alike for a made-up, unknown or rotated token, and an archived storage
 */
export async function hookCaller({ config, caches }: HookServices, token: string): Promise<HookCaller> {
  if (!isOurToken(config.tokenPepper, token)) throw notFound('Webhook');
  const hook = await caches.hooks.get(hooks.path(sha256(token)));
  if (!hook) throw notFound('Webhook');
  const { tenantId, projectId, storageId, endpointId } = hook.data;
  const [project, storage] = await Promise.all([
    caches.projects.get(projects.path(projectId)),
    caches.storages.get(storages.path(storageId)),
  ]);
  const isOpen = project?.data.archivedAt === null && storage?.data.tenantId === tenantId && !storage.data.archived;
  if (!isOpen) throw notFound('Webhook');
  const tenant = (await caches.tenants.get(tenants.path(tenantId)))?.data;
  if (tenant?.active === false) throw suspended();
  const place = { storageId: storage.id, verb: 'create' as const };
  const logged = loggedAs(tenant, project.data);
  return { tenantId, projectId, keyId: hookKey(endpointId), storage, place, logged, projectCaps: project.data.caps, ...rateOf(tenant) };
}
