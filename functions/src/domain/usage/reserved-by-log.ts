import type { Config } from '../../config/config.ts';
import { log } from '../../config/log.ts';
import type { ReservedBy } from './sweep-leases.ts';

/** The event of our own log lines, see createApiServices. */
export const reservedEvent = 'credits.reserved';

const metadataToken = 'http://metadata.google.internal/computeMetadata/v1/instance/service-accounts/default/token';
const entriesList = 'https://logging.googleapis.com/v2/entries:list';

/**
 * Asks Cloud Logging for the last line about each lease, which it also has from killed instances. The
 * functions' service account needs the role Logs Viewer; without it, and in emulators, nothing is known.
 * https://cloud.google.com/logging/docs/reference/v2/rest/v2/entries/list
 */
export function reservedByLog(config: Pick<Config, 'projectId' | 'emulators'>, ask = read): ReservedBy {
  return async function reservedBy(leases, since) {
    const reserved = new Map<string, number>();
    if (config.emulators) return reserved;
    try {
      const { access_token } = await ask<{ access_token: string }>(metadataToken, { headers: { 'Metadata-Flavor': 'Google' } });
      const filter = filterFor(leases, since);
      let pageToken: string | undefined;
      // The newest lines come first and say the most. A lease that has no line at all costs all pages.
      for (let page = 0; page < mostPages && reserved.size < leases.length; page += 1) {
        const answer = await ask<LogAnswer>(entriesList, {
          method: 'POST',
          headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            resourceNames: [`projects/${config.projectId}`],
            filter,
            orderBy: 'timestamp desc',
            pageSize: 1000,
            pageToken,
          }),
        });
        for (const { jsonPayload } of answer.entries ?? []) keepMost(reserved, jsonPayload);
        pageToken = answer.nextPageToken;
        if (!pageToken) break;
      }
    } catch (error) {
      // Lines of later pages may lack, but never the newest of a lease that is known.
      log.warn('credits.logUnreadable', { leases: leases.length }, error);
    }
    return reserved;
  };
}

const mostPages = 10;

interface LogAnswer {
  entries?: { jsonPayload?: { lease?: string; reserved?: number } }[];
  nextPageToken?: string;
}

function filterFor(leases: readonly string[], since: number): string {
  const ids = leases.map((lease) => `"${lease}"`).join(' OR ');
  return `jsonPayload.message="${reservedEvent}" AND jsonPayload.lease=(${ids}) AND timestamp>="${new Date(since - 60_000).toISOString()}"`;
}

/** A lease is used, and so noted, as soon as it is taken: no line means that the log does not have it, or not yet. */
function keepMost(reserved: Map<string, number>, line: { lease?: string; reserved?: number } | undefined): void {
  if (line?.lease === undefined) return;
  reserved.set(line.lease, Math.max(reserved.get(line.lease) ?? 0, line.reserved ?? 0));
}

async function read<T>(url: string, init: RequestInit): Promise<T> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(20_000) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as T; // the documented answer
}
