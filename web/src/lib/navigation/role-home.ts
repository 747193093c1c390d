import type { Session } from '../session/session.ts';
import { paths } from './paths.ts';

/**
 * @returns where a role starts: after login, from 'Dashboard', and when a guard has no page to go
 * back to
 */
export function roleHome({ role, projectId }: Pick<Session, 'role' | 'projectId'>): string {
  if (role === 'admin') return paths.projects();
  if (role === 'superadmin') return paths.superadminDashboard();
  return paths.projectHome(projectId ?? 'none');
}

/** @returns where the console's logo leads */
export function logoTarget(session: Pick<Session, 'role' | 'projectId'>): string {
  const member = session.role !== 'admin' && session.role !== 'superadmin';
  return member ? paths.project(session.projectId ?? 'none') : roleHome(session);
}
