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
  /** Set for staff who view the account: they read all but secrets, and cannot write. `from` is their own session. */
  viewing?: { from: string };
}

/** The source of a request. */
export interface Origin {
  ip: string;
  userAgent: string;
}
