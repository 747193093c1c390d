import type { Role } from '@bedplate/contract';

export interface TokenClaims {
  sub: string;
  /** Seconds since 1970. */
  exp: number;
  role: Role;
  name: string;
  tenantId: string | null;
  projectId: string | null;
  /** The login that it is of. */
  sid: string | null;
  /** Name of the account that staff look at, to read only; null in a person's own session. */
  viewing: string | null;
}

/** Written out here, so that public pages load no validator. */
const known: Record<Role, true> = { superadmin: true, admin: true, manager: true, developer: true, user: true };

/**
 * @returns what a console token says; null when it is not one of ours. Only a server checks
 * signatures.
 */
export function readClaims(token: string): TokenClaims | null {
  const { sub, exp, role, name, tenantId, projectId, sid, viewing } = payloadOf(token);
  if (typeof sub !== 'string' || sub === '' || typeof exp !== 'number' || !isRole(role)) return null;
  const own = { tenantId: textOf(tenantId), projectId: textOf(projectId), sid: textOf(sid), viewing: textOf(viewing) };
  return { sub, exp, role, name: textOf(name) ?? '', ...own };
}

function payloadOf(token: string): Record<string, unknown> {
  const part = token.split('.')[1];
  if (!part) return {};
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    const payload: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof payload === 'object' && payload !== null ? { ...payload } : {};
  } catch {
    return {};
  }
}

function isRole(role: unknown): role is Role {
  return typeof role === 'string' && Object.hasOwn(known, role);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
