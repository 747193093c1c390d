import type { Json } from './values/json.ts';

/** GET /api/users/{sid}/sessions: one place where the app user is signed in. */
export interface AppUserSession {
  id: string;
  /** The session that asks. */
  current: boolean;
  /** The browser or program, as it calls itself; empty where the session does not say. */
  userAgent: string;
  /** Two letters. */
  country: string | null;
  city: string | null;
  createdAt: string | null;
  /** To the hour: an app gets new tokens about once in an hour. */
  lastUsedAt: string;
  expiresAt: string;
}

/** `totp`: a code of an authenticator app; `passkey`: one beside another way; `mail`: a mailed code, which counts after no sign-in by mail. */
export type SecondFactorWay = 'totp' | 'passkey' | 'mail';

/** GET /api/users/{sid}/me/second-factor. */
export interface AppUserSecondFactor {
  isOn: boolean;
  ways: SecondFactorWay[];
  /** How many are left. */
  recoveryCodes: number;
}

/** GET /api/users/{sid}/me/identities: one account elsewhere by which the app user signs in. */
export interface AppUserIdentity {
  id: string;
  provider: string;
  /** As the provider tells it; null for one that it has not proved. */
  email: string | null;
  linkedAt: string;
}

/** GET /api/users/{sid}/me/passkeys: one passkey by which the app user signs in. */
export interface AppUserPasskey {
  id: string;
  /** As the user calls it. */
  name: string;
  /** Whose pages it works on. */
  domain: string;
  /** Whether another device of the user has it too. */
  isSynced: boolean;
  createdAt: string;
  /** To the day. */
  lastUsedAt: string;
}

/** GET /api/users/{sid}/invitations: somebody who may become an app user, and has not yet. */
export interface AppUserInvitation {
  id: string;
  email: string;
  /** Given to the new user by the owner, also where users may not set them. */
  fields: Record<string, Json>;
  createdAt: string;
  expiresAt: string;
}

/** GET /api/users/{sid}/teams: a team of the app user who asks. */
export interface AppTeam {
  id: string;
  name: string;
  /** Of the one who asks. */
  role: string;
  /** How many people are in it. */
  members: number;
  createdAt: string;
}

export interface AppTeamMember {
  userId: string;
  username: string;
  role: string;
  since: string;
}

/** GET /api/users/{sid}/teams/{id}. */
export interface AppTeamDetails extends Omit<AppTeam, 'members'> {
  members: AppTeamMember[];
}

/** GET /api/users/{sid}/teams/{id}/invitations: somebody who may join, and has not yet. */
export interface AppTeamInvitation {
  id: string;
  email: string;
  role: string;
  createdAt: string;
  expiresAt: string;
}

/** GET /app/project/{projectId}/dataStorages/{storageId}/teams: a team as its app's owner sees it. */
export interface AppTeamOverview {
  id: string;
  name: string;
  members: number;
  /** The usernames of its owners. */
  owners: string[];
  createdAt: string;
}
