import { randomUUID } from 'node:crypto';
import type { ProjectDocument, RecordDocument, StorageDocument } from '@bedplate/contract';
import { type Credits, createCredits } from '../../domain/usage/credits.ts';
import type { Request } from 'express';
import { clientAddress } from '../../http/client-address.ts';
import type { Services } from '../../services/services.ts';
import { log } from '../../config/log.ts';
import { creditAlerter } from '../../domain/usage/credit-alerts.ts';
import { reservedEvent } from '../../domain/usage/reserved-by-log.ts';
import { type Caps, createCaps } from '../../domain/spend/caps.ts';
import { keyAlarmer } from '../../domain/spend/key-alarm.ts';
import { type CallSums, createCallSums } from '../../domain/call-sums/call-sums.ts';
import { createRequestLog, type RequestLog } from '../../domain/requests/request-log.ts';
import { createUsageParts, type UsageParts } from '../../domain/usage/usage-parts.ts';
import { createRateLimiter, type RateLimiter } from '../../domain/rate-limits/rate-limiter.ts';
import type { Timestamp } from '../../store/model/values.ts';
import type { ApiKeyDocument, TenantDocument } from '../../store/documents/documents.ts';
import type { HookDocument } from '../../store/documents/endpoint-documents.ts';
import { type MeteredFlight, meteredFlight } from '../../store/metered-flight.ts';
import type { ListForAll } from './list-for-all.ts';
import { liveDocuments, type LiveDocuments } from '../../store/live-documents.ts';

/** Adds the services of the public data API: documents that every request needs, kept live in memory. */
export interface ApiServices extends Services {
  readonly caches: {
    readonly tenants: LiveDocuments<TenantDocument>;
    readonly hooks: LiveDocuments<HookDocument>;
    readonly apiKeys: LiveDocuments<ApiKeyDocument>;
    readonly projects: LiveDocuments<ProjectDocument<Timestamp>>;
    readonly storages: LiveDocuments<StorageDocument<Timestamp>>;
    /** Records of app users that call with their own token. */
    readonly appUsers: LiveDocuments<RecordDocument<Timestamp>>;
  };
  readonly credits: Credits;
  /** Counts calls by key, verb and storage, for the account's figures. */
  readonly usageParts: UsageParts;
  /** Counts calls against the caps of projects, keys and app users. */
  readonly caps: Caps;
  /** A line for each call, for the account's people. */
  readonly requestLog: RequestLog;
  /** Sums of the calls by the hour, for reports. */
  readonly callSums: CallSums;
  readonly rateLimiter: RateLimiter;
  /** Answers identical lists of one turn of the event loop together, by storage and query. */
  readonly lists: MeteredFlight<ListForAll | undefined>;
  /** @returns the network address of who calls; `unknown` where there is none */
  readonly addressOf: (req: Request) => string;
  /** Gives back what the instance holds and ends its listeners. */
  close(): Promise<void>;
}

export function createApiServices(services: Services): ApiServices {
  const store = () => services.store;
  const caches = {
    hooks: liveDocuments<HookDocument>(store, services.clock),
    apiKeys: liveDocuments<ApiKeyDocument>(store, services.clock),
    projects: liveDocuments<ProjectDocument<Timestamp>>(store, services.clock),
    storages: liveDocuments<StorageDocument<Timestamp>>(store, services.clock),
    tenants: liveDocuments<TenantDocument>(store, services.clock),
    appUsers: liveDocuments<RecordDocument<Timestamp>>(store, services.clock),
  };
  const usageParts = createUsageParts({ store, now: services.clock, onCounted: keyAlarmer(services) });
  const requestLog = createRequestLog({ store, makeId: () => services.makeId(), now: services.clock });
  const callSums = createCallSums({ store, now: services.clock });
  const instance = `i${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  const caps = createCaps(() => ({ store: store(), now: services.clock, instance }), services.clock);
  let credits: Credits | undefined;
  const own = {
    caches,
    usageParts,
    caps,
    requestLog,
    callSums,
    rateLimiter: createRateLimiter(services.clock),
    lists: meteredFlight<ListForAll | undefined>(),
    addressOf: clientAddress,
    get credits() {
      credits ??= createCredits({
        store: store(),
        tenants: caches.tenants,
        now: services.clock,
        instance,
        // Printed before the credits are used: the log then has it even when the instance dies.
        reserve: (lease, reserved) => log.info(reservedEvent, { lease, reserved }),
        onTaken: creditAlerter(services),
      });
      return credits;
    },
    async close() {
      await Promise.all([credits?.settle(), caps.settle(), usageParts.flush(), requestLog.flush(), callSums.flush()]);
      for (const cache of Object.values(caches)) cache.close();
      services.platform.close();
    },
  };
  // Copies getters, not values: a service connects on its first use.
  return Object.defineProperties(own, Object.getOwnPropertyDescriptors(services)) as typeof own & Services;
}
