import type { StorageDocument } from '@bedplate/contract';
import { log } from '../config/log.ts';
import { ApiError } from '../errors/api-error.ts';
import { say } from '../errors/say.ts';
import { storages } from '../store/collections.ts';
import type { Store } from '../store/access.ts';
import type { SchemaVersionsDocument } from '../store/documents/documents.ts';
import { unmetered } from '../store/model/meter.ts';
import type { Timestamp } from '../store/model/values.ts';

/** No instance writes by a list of versions that is older. It counts from the moment at which the list was asked for. */
const leaseMillis = 20_000;
/** From here on the next list is read while the present one still counts, so that nobody waits for it. */
const renewMillis = 10_000;
/** A write may be this long on its way, after the look at the list. */
const commitMillis = 10_000;
const spareMillis = 5_000;
/** After so long no instance writes by an earlier version of a schema. */
export const armingMillis = leaseMillis + commitMillis + spareMillis;

/** The document in `settings` that lists the versions. */
export const versionsId = 'schemas';

export interface AnyStorage {
  readonly id: string;
  readonly data: StorageDocument<Timestamp>;
}

/** Knows which versions of schemas, and of rules with labels, a write must not miss. Decisions 074 and 118. */
export interface SchemaLease {
  /**
   * @returns the storage itself, or as it is now when the copy at hand is older than a version that is listed
   * @throws {ApiError} unavailable when the list cannot be read
   */
  newest<S extends AnyStorage>(storage: S): Promise<S>;
}

type ListedVersions = Pick<SchemaVersionsDocument['versions'][string], 'version' | 'access'>;

function isAsNew({ schema, access }: AnyStorage['data'], listed: ListedVersions): boolean {
  return (schema?.version ?? 0) >= listed.version && (access?.version ?? 0) >= (listed.access ?? 0);
}

/** @param elapsed milliseconds of a clock that nobody sets */
export function createSchemaLease(store: () => Store, elapsed: () => number = () => performance.now()): SchemaLease {
  let known: { versions: ReadonlyMap<string, ListedVersions>; sentAt: number } | null = null;
  let reading: Promise<ReadonlyMap<string, ListedVersions>> | null = null;
  return {
    async newest(storage) {
      const listed = (await versions()).get(storage.id);
      if (!listed || isAsNew(storage.data, listed)) return storage;
      const fresh = await unmetered(() => store().get(storages.path(storage.id)));
      return fresh ? { ...storage, data: fresh.data } : storage; // it was deleted for good
    },
  };

  async function versions(): Promise<ReadonlyMap<string, ListedVersions>> {
    const age = known ? elapsed() - known.sentAt : Number.POSITIVE_INFINITY;
    if (known && age < renewMillis) return known.versions;
    const renewed = renew();
    if (!known || age >= leaseMillis) return renewed;
    renewed.catch((error: unknown) => log.warn('schemas.notRead', {}, error));
    return known.versions;
  }

  function renew(): Promise<ReadonlyMap<string, ListedVersions>> {
    reading ??= unmetered(read).finally(() => (reading = null));
    return reading;
  }

  async function read(): Promise<ReadonlyMap<string, ListedVersions>> {
    const sentAt = elapsed();
    try {
      const row = await store().schemaVersions.get(versionsId);
      const found = new Map(Object.entries(row?.data.versions ?? {}));
      known = { versions: found, sentAt };
      return found;
    } catch (cause) {
      throw new ApiError('unavailable', say('schemaVersionsUnread'), { cause, retryAfter: 5 });
    }
  }
}
