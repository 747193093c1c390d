import type { Config } from '../../config/config.ts';
import { log } from '../../config/log.ts';
import type { ReservedBy } from './sweep-leases.ts';

/** The event of our own log lines, see createApiServices. */
export const reservedEvent = 'credits.reserved';

const metadataToken = 'http://metadata.google.internal/computeMetadata/v1/instance/service-accounts/default/token';
const entriesList = 'https://logging.googleapis.com/v2/entries:list';

/**
 * Asks Cloud Logging for the last line about a lease, which it also has from killed instances. The
 * functions' service account needs the role Logs Viewer; without it, and in emulators, returns null.
 * https://cloud.google.com/logging/docs/reference/v2/rest/v2/entries/list
 */
export function reservedByLog(config: Pick<Config, 'projectId' | 'emulators'>): ReservedBy {
  return async function ask(lease, since) {
    if (config.emulators) return null;
    try {
      const { access_token } = await read<{ access_token: string }>(metadataToken, { headers: { 'Metadata-Flavor': 'Google' } });
      const timestamp = new Date(since - 60_000).toISOString();
      const filter = `jsonPayload.message="${reservedEvent}" AND jsonPayload.lease="${lease}" AND timestamp>="${timestamp}"`;
      const { entries = [] } = await read<{ entries?: { jsonPayload?: { reserved?: number } }[] }>(entriesList, {
        method: 'POST',
        headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ resourceNames: [`projects/${config.projectId}`], filter, orderBy: 'timestamp desc', pageSize: 10 }),
      });
      // A lease is used, and so noted, as soon as it is taken: no line means that the log does not have it, or not yet.
      return entries.length === 0 ? null : Math.max(...entries.map(({ jsonPayload }) => jsonPayload?.reserved ?? 0));
    } catch (error) {
      log.warn('credits.logUnreadable', { lease }, error);
      return null;
    }
  };
}

async function read<T>(url: string, init: RequestInit): Promise<T> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(20_000) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as T; // the documented answer
}
