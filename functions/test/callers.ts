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

/** An admin of an account of `startAuthWorld`, who owns it, in a session by the name `s`. */
export const ownerOf = (tenantId: string, uid: string): Caller => ({
  uid,
  sid: 's',
  role: 'admin',
  tenantId,
  projectId: null,
  owner: { uid, name: uid },
  name: uid,
  email: `${uid}@example.test`,
});
