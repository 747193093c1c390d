import { randomUUID } from 'node:crypto';
import type { ProjectDocument, StorageDocument } from '@bedplate/contract';
import type { Timestamp } from '@google-cloud/firestore';
import { type Credits, createCredits } from './domain/usage/credits.ts';
import type { Services } from './services.ts';
import type { ApiKeyDocument, TenantDocument } from './store/documents.ts';
import { createLiveCache, type LiveCache } from './store/live-cache.ts';

/** What the public data API needs on top: documents that every request looks at, kept live in memory. */
export interface ApiServices extends Pick<Services, 'config' | 'auth' | 'records' | 'clock'> {
  readonly caches: {
    readonly apiKeys: LiveCache<ApiKeyDocument>;
    readonly projects: LiveCache<ProjectDocument<Timestamp>>;
    readonly storages: LiveCache<StorageDocument<Timestamp>>;
  };
  readonly credits: Credits;
  /** Gives back what the instance holds and ends its listeners. */
  close(): Promise<void>;
}

export function createApiServices(services: Services): ApiServices {
  const store = () => services.records.store;
  const tenants = createLiveCache<TenantDocument>(store, services.clock);
  const caches = {
    apiKeys: createLiveCache<ApiKeyDocument>(store, services.clock),
    projects: createLiveCache<ProjectDocument<Timestamp>>(store, services.clock),
    storages: createLiveCache<StorageDocument<Timestamp>>(store, services.clock),
  };
  let credits: Credits | undefined;
  return {
    get config() {
      return services.config;
    },
    get auth() {
      return services.auth;
    },
    get records() {
      return services.records;
    },
    clock: services.clock,
    caches,
    get credits() {
      credits ??= createCredits({
        store: store(),
        tenants,
        now: services.clock,
        instance: `i${randomUUID().replaceAll('-', '').slice(0, 16)}`,
      });
      return credits;
    },
    async close() {
      await credits?.settle();
      for (const cache of [tenants, ...Object.values(caches)]) cache.close();
    },
  };
}
