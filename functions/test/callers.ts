import type { Caller } from '../src/domain/callers/caller.ts';

/** The owner of the account that `startApi` makes. */
export const admin: Caller = {
  uid: 'u1',
  sid: 's',
  role: 'admin',
  tenantId: 't1',
  projectId: null,
  owner: { uid: 'u1', name: 'Owner' },
  name: 'Owner',
  email: 'owner@example.test',
};
