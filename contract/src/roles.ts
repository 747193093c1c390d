export const roles = ['superadmin', 'admin', 'manager', 'developer', 'user'] as const;
export type Role = (typeof roles)[number];

/** Roles that an admin may give to a member; a self-registered person is always admin. */
export const assignableRoles = ['admin', 'manager', 'developer', 'user'] as const;

/** Roles bound to one project of the tenant. */
export const projectBoundRoles = ['manager', 'developer', 'user'] as const satisfies readonly Role[];

/**
 * The capabilities of each role. API guards, rules tests, menus and route guards all derive from this table.
 * Deny by default: a role that a row does not name may not.
 */
export const capabilities = {
  'projects.list': ['admin'],
  'projects.write': ['admin'],
  'users.manage': ['admin'],
  'keys.read': ['admin'],
  'billing.manage': ['admin'],
  'activity.read': ['admin'],
  'usage.read': ['admin'],
  'records.export': ['admin'],
  'project.home': ['admin', 'manager', 'developer', 'user'],
  'storages.read': ['admin', 'developer', 'user'],
  'endpoints.read': ['admin', 'developer', 'user'],
  'storages.write': ['admin', 'developer'],
  'storages.archived': ['admin', 'developer'],
  'records.read': ['admin', 'developer', 'user'],
  'records.write': ['admin', 'developer'],
  'endpoints.write': ['admin', 'developer'],
  sandbox: ['admin', 'developer'],
  files: ['admin', 'developer'],
  reporting: ['admin', 'manager'],
  'requests.read': ['admin', 'developer'],
  'requests.export': ['admin', 'developer'],
  'feedback.send': ['superadmin', 'admin', 'manager', 'developer', 'user'],
  superadmin: ['superadmin'],
  'tenants.read': ['superadmin'],
} as const satisfies Record<string, readonly Role[]>;

export type Capability = keyof typeof capabilities;

/** @returns whether the role has the capability; an unknown role has none */
export function can(role: string | null | undefined, capability: Capability): boolean {
  return (capabilities[capability] as readonly string[]).includes(role ?? '');
}

export function isProjectBound(role: string): boolean {
  return (projectBoundRoles as readonly string[]).includes(role);
}

/** How a role is shown to people. */
export const roleLabel: Record<Role, string> = {
  superadmin: 'Super Admin',
  admin: 'Administrator',
  manager: 'Manager',
  developer: 'Developer',
  user: 'User',
};

/** Claims of a console token. `sid` is minted only by our own login; a token without it is refused everywhere. */
export interface ConsoleClaims {
  role: Role;
  tenantId: string | null;
  projectId: string | null;
  name: string;
  sid: string;
  mfa?: boolean;
  /** Name of the account that staff look at with this session, which may read only. */
  viewing?: string;
}
