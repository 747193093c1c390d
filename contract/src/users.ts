import { z } from 'zod';
import { assignableRoles } from './roles.ts';

/** PUT /app/users/{id}, by an admin: the only three values that one person changes for another. What is left out stays. */
export const UserChange = z.object({
  role: z.enum(assignableRoles).optional(),
  projectId: z.string().max(128).nullish(),
  is_active: z.boolean().optional(),
});
export type UserChange = z.infer<typeof UserChange>;

/** GET /app/users: one person of the account. */
export interface UserRow {
  id: string;
  name: string;
  email: string;
  role: string;
  projectId: string | null;
  /** Null for an admin, and when the project is archived. */
  project: { id: string; name: string } | null;
  is_active: boolean;
  /** False until the person has followed a link from a mail. */
  is_verified: boolean;
  last_login: string | null;
  createdAt: string;
  updatedAt: string;
}

/** GET /app/users/sessions: one place where the caller is logged in. */
export interface SessionRow {
  id: string;
  /** The session that asks. */
  current: boolean;
  userAgent: string;
  ip: string;
  createdAt: string;
  expiresAt: string;
}
