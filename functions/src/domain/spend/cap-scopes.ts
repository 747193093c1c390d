import type { ProjectCaps, RefusedBy, SpendCap } from '@bedplate/contract';

export interface CapScope {
  readonly name: string;
  readonly cap: SpendCap;
  readonly by: Extract<RefusedBy, `cap-of-${string}`>;
}

/** A caller, with the caps of its key and its project. */
export interface CappedCaller {
  readonly tenantId: string;
  readonly projectId: string;
  readonly keyId: string;
  readonly userId?: string;
  readonly limits?: { readonly cap?: SpendCap | null } | undefined;
  readonly projectCaps?: ProjectCaps | undefined;
}

export const projectScope = (projectId: string) => `project/${projectId}`;
export const keyScope = (keyId: string) => `key/${keyId}`;

/** The caps that a call counts against. */
export function scopesOf({ projectId, keyId, userId, limits, projectCaps }: CappedCaller): CapScope[] {
  const scopes: CapScope[] = [];
  if (projectCaps?.project) scopes.push({ name: projectScope(projectId), cap: projectCaps.project, by: 'cap-of-project' });
  if (limits?.cap && userId === undefined) scopes.push({ name: keyScope(keyId), cap: limits.cap, by: 'cap-of-key' });
  if (projectCaps?.appUser && userId !== undefined) {
    scopes.push({ name: `user/${projectId}/${userId}`, cap: projectCaps.appUser, by: 'cap-of-user' });
  }
  return scopes;
}
