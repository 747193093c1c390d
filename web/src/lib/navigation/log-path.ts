import { can } from '@bedplate/contract';
import { paths } from './paths.ts';
import { storedSession } from '../session/session.ts';
import { ApiError } from '../api/api-error.ts';

/** @returns where the project's request log has the line of a refused call; null for a call that is in no project's log, or who may not read it */
export function logPathOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.requestId === null || error.projectId === null) return null;
  const session = storedSession();
  if (!can(session?.role, 'requests.read') || session?.viewing) return null;
  return paths.requests(error.projectId, { id: error.requestId });
}
