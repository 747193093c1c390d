import { createRequire } from 'node:module';
import type * as AdminApp from 'firebase-admin/app';
import type * as AdminAuth from 'firebase-admin/auth';
import type * as AdminStorage from 'firebase-admin/storage';
import { type Config, readConfig } from '../config/config.ts';
import { createGoogleIdentity, type GoogleIdentity } from './google-identity.ts';
import { type IdentityToolkit, createIdentityToolkit } from './identity-toolkit.ts';
import type { Stripe } from 'stripe';
import { fetchOutside } from '../network/fetch-outside.ts';
import { createStripe } from './stripe-client.ts';
import { mac } from '../crypto/crypt.ts';
import { createPlatformReader, type PlatformReader } from './platform-reader.ts';
import { createSchemaLease } from './schema-lease.ts';
import type { RecordServices } from './record-services.ts';
import { type Mailer, createMailer } from './mailer.ts';
import type { Store } from '../store/access.ts';
import { openStore } from '../store/connect.ts';
import { createFileStore } from '../store/file-store.ts';
import { createIdMaker } from '../store/time-ordered-id.ts';

/** Parts of the Admin SDK that most calls do without: loaded with their first use, a tenth of a second each. */
const load = createRequire(import.meta.url);

/** Everything outside of the code, in one object: what is deployed and what is tested get it as an argument. */
export interface Services {
  readonly config: Config;
  readonly auth: AdminAuth.Auth;
  readonly bucket: ReturnType<AdminStorage.Storage['bucket']>;
  readonly identityToolkit: IdentityToolkit;
  readonly googleIdentity: GoogleIdentity;
  /** For addresses that owners of apps name; it reaches none of ours. */
  readonly fetchOutside: typeof fetch;
  readonly mailer: Mailer;
  /** Card payments. Reading it throws where they are not set up. */
  readonly stripe: Stripe;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly makeId: ReturnType<typeof createIdMaker>;
  /** The switches of the platform, and its maintenance. */
  readonly platform: PlatformReader;
  /** The one door to Firestore. */
  readonly store: Store;
  /** Services for the records of storages. */
  readonly records: RecordServices;
}

/** Nothing is read or connected before a member is first used. @param given members that a test replaces */
export function createServices(given: Partial<Services> = {}): Services {
  const app = lazy(() => {
    const { getApps, initializeApp } = load('firebase-admin/app') as typeof AdminApp;
    return getApps()[0] ?? initializeApp({ projectId: services.config.projectId, storageBucket: services.config.storageBucket });
  });
  const clock = given.clock ?? Date.now;
  const members: { [Name in keyof Services]: () => Services[Name] } = {
    config: readConfig,
    auth: () => (load('firebase-admin/auth') as typeof AdminAuth).getAuth(app()),
    bucket: () => (load('firebase-admin/storage') as typeof AdminStorage).getStorage(app()).bucket(services.config.storageBucket),
    identityToolkit: () => createIdentityToolkit(services.config),
    googleIdentity: () => createGoogleIdentity(services.config),
    fetchOutside: () => fetchOutside({ allowLoopback: services.config.emulators !== null }),
    mailer: () => createMailer(services.config),
    stripe: () => createStripe(services.config),
    clock: () => clock,
    makeId: () => createIdMaker(clock),
    platform: () => createPlatformReader(() => services.store, clock),
    store: () =>
      given.records?.store ??
      openStore({ projectId: services.config.projectId, emulator: services.config.emulators?.firestore ?? null }, clock),
    records: () => {
      const cursorSecret = lazy(() => mac(services.config.tokenPepper, 'cursor'));
      return {
        store: services.store,
        makeId: services.makeId,
        now: clock,
        files: createFileStore(services),
        schemas: createSchemaLease(() => services.store),
        // Jobs read no cursors, and have no pepper.
        get cursorSecret() {
          return cursorSecret();
        },
      };
    },
  };
  const services = {} as Services; // its members follow in the next line
  for (const [name, make] of Object.entries(members)) {
    const get = lazy<unknown>(() => given[name as keyof Services] ?? make());
    Object.defineProperty(services, name, { get, enumerable: true });
  }
  return services;
}

function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
