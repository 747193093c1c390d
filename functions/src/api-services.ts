import { randomUUID } from 'node:crypto';
import type { ProjectDocument, RecordDocument, StorageDocument } from '@bedplate/contract';
import type { Timestamp } from '@google-cloud/firestore';
import { type Credits, createCredits } from './domain/usage/credits.ts';
import type { Services } from './services.ts';
import type { ApiKeyDocument, TenantDocument } from './store/documents.ts';
import { createLiveCache, type LiveCache } from './store/live-cache.ts';

/** What the public data API needs on top: documents that every request looks at, kept live in memory. */
export interface ApiServices extends Services {
  readonly caches: {
    readonly apiKeys: LiveCache<ApiKeyDocument>;
    readonly projects: LiveCache<ProjectDocument<Timestamp>>;
    readonly storages: LiveCache<StorageDocument<Timestamp>>;
    readonly tenants: LiveCache<TenantDocument>;
    /** Records of app users that call with their own token. */
    readonly appUsers: LiveCache<RecordDocument<Timestamp>>;
  };
  readonly credits: Credits;
  /** Gives back what the instance holds and ends its listeners. */
  close(): Promise<void>;
}

export function createApiServices(services: Services): ApiServices {
  const store = () => services.records.store;
  const caches = {
    apiKeys: createLiveCache<ApiKeyDocument>(store, services.clock),
    projects: createLiveCache<ProjectDocument<Timestamp>>(store, services.clock),
    storages: createLiveCache<StorageDocument<Timestamp>>(store, services.clock),
    tenants: createLiveCache<TenantDocument>(store, services.clock),
    appUsers: createLiveCache<RecordDocument<Timestamp>>(store, services.clock),
  };
  let credits: Credits | undefined;
  const own = {
    caches,
    get credits() {
      credits ??= createCredits({
        store: store(),
        tenants: caches.tenants,
        now: services.clock,
        instance: `i${randomUUID().replaceAll('-', '').slice(0, 16)}`,
      });
      return credits;
    },
    async close() {
      await credits?.settle();
      for (const cache of Object.values(caches)) cache.close();
    },
  };
  // Descriptors, not values: nothing is connected before it is used.
  return Object.defineProperties(own, Object.getOwnPropertyDescriptors(services)) as typeof own & Services;
}
