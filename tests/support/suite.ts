import type { TestProject } from 'vitest/node';
import { addressesAt, freeOffset } from '../../scripts/suite/addresses.mjs';
import { startSuite } from '../../scripts/suite/suite.mjs';

/** Where the product under test answers; no slash at the end. */
export interface Addresses {
  web: string;
  inbox: string;
  oidc: string;
  auth: string;
  storage: string;
  functions: string;
  firestoreHost: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    addresses: Addresses;
  }
}

/**
 * Brings up the whole product once, on ports of its own, with its data in memory. BEDPLATE_TEST_OFFSET names the port
 * offset of one that already runs (`npm start -- --empty --port-offset 10000`), which saves the start.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.BEDPLATE_TEST_OFFSET;
  if (running !== undefined) {
    project.provide('addresses', plain(addressesAt(Number(running))));
    return async () => {};
  }
  const suite = await startSuite({ portOffset: await freeOffset(), dataDir: null });
  project.provide('addresses', plain(suite.addresses));
  return suite.stop;
}

function plain({ web, inbox, oidc, auth, storage, functions, firestoreHost }: Addresses): Addresses {
  return { web, inbox, oidc, auth, storage, functions, firestoreHost };
}
