import type { Role } from '@bedplate/contract';

/** A signed-in person, as the session and the user document say at this moment. */
export interface Caller {
  uid: string;
  sid: string;
  role: Role;
  /** Null for a superadmin only. */
  tenantId: string | null;
  /** The one project of a member; null for admin and superadmin. */
  projectId: string | null;
  /** The account's owner; null for a superadmin. */
  owner: { uid: string; name: string } | null;
  name: string;
  email: string;
  /** Staff who look at the account: they read what its admin may, but no secrets, and change nothing. `from` is their own session. */
  viewing?: { from: string };
}

/** Where a request comes from. */
export interface Origin {
  ip: string;
  userAgent: string;
}
