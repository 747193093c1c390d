import type { RequestHeaders } from '../../network/request-headers.ts';
import type { Store } from '../../store/access.ts';
import { isDocumentId } from '../../store/model/collection.ts';
import { unmetered } from '../../store/model/meter.ts';
import type { RateLimiter } from '../rate-limits/rate-limiter.ts';
import { type ApiCaller, loggedAs } from './api-caller.ts';

/** Calls of strangers that an instance looks into in a minute, two reads each, and those of one project that it notes. */
const perMinute = { looks: 30, ofProject: 6 };

/**
 * Finds the project that a call without a known key or user names, so that whoever asks "why 401?" finds the call in the request log.
 * Anybody can send such calls, so few of a storm are looked into: it costs little and fills no log.
 * @returns null for an unknown project, and for most calls of a storm
 */
export async function projectOfStranger(
  { store, rateLimiter }: { readonly store: Store; readonly rateLimiter: RateLimiter },
  req: RequestHeaders,
): Promise<(Pick<ApiCaller, 'tenantId' | 'projectId' | 'logged'> & { keyId: null }) | null> {
  const projectId = req.get('X-Project-ID') ?? '';
  if (!isDocumentId(projectId)) return null;
  // A bucket of its own has only a project that exists: invented names would push out those of good keys.
  if (!rateLimiter.take('strangers', perMinute.looks, 1).allowed) return null;
  return unmetered(async () => {
    const project = await store.projects.get(projectId);
    if (!project || !rateLimiter.take(`strangers/${projectId}`, perMinute.ofProject, 1).allowed) return null;
    const { tenantId } = project.data;
    const tenant = await store.tenants.get(tenantId);
    return { tenantId, projectId, keyId: null, logged: loggedAs(tenant?.data, project.data) };
  });
}
