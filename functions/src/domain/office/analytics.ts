import type { Analytics, Counted, PageVotes } from '@bedplate/contract';
import type { Services } from '../../services/services.ts';
import type { AnalyticsDocument } from '../../store/documents/documents.ts';
import { documentId } from '../../store/model/query-spec.ts';
import { visitorsOfLastDay } from './recent-visitors.ts';
import { userStatistics } from './user-statistics.ts';

const shownPages = 10;

/**
 * The dashboard's figures. Visits come from one document of counters a day, never from the visits themselves.
 * @param from first day, yyyy-mm-dd in UTC @param to last day, included
 */
export async function analytics(services: Services, { from, to }: { from: string; to: string }): Promise<Analytics> {
  const [days, userStats, last24Hours] = await Promise.all([
    services.store.analytics.query({
      where: [
        [documentId, '>=', from],
        [documentId, '<=', to],
      ],
      orderBy: [[documentId, 'asc']],
    }),
    userStatistics(services),
    visitorsOfLastDay(services),
  ]);
  const counters = days.rows.map(({ data }) => data);
  const pages = counted(merged(counters, 'pages')).map(({ name, count }) => ({ name: decodeURIComponent(name), count }));
  const total = (of: (day: AnalyticsDocument) => number | undefined) => counters.reduce((sum, day) => sum + (of(day) ?? 0), 0);
  return {
    userStats,
    uniqueVisitors: {
      total: total((day) => day.uniqueVisitors),
      last24Hours,
      daily: days.rows.map(({ id, data }) => ({ date: id, count: String(data.uniqueVisitors ?? 0) })).reverse(),
    },
    mostVisitedPages: pages.slice(0, shownPages).map(({ name, count }) => ({ path: name, count })),
    visitsPerPage: withRest(pages),
    visitsPerCountry: withRest(counted(merged(counters, 'countries'))),
    visitsPerDevice: counted(merged(counters, 'devices')),
    visitsPerBrowser: counted(merged(counters, 'browsers')),
    botVsHuman: [
      { name: 'human', count: String(total((day) => day.humans)) },
      { name: 'bot', count: String(total((day) => day.bots)) },
    ],
    documentation: votes(counters),
  };
}

function votes(days: readonly AnalyticsDocument[]): PageVotes[] {
  const [useful, notUseful] = [merged(days, 'useful'), merged(days, 'notUseful')];
  return [...new Set([...useful.keys(), ...notUseful.keys()])]
    .map((key) => ({ path: decodeURIComponent(key), useful: useful.get(key) ?? 0, notUseful: notUseful.get(key) ?? 0 }))
    .sort((a, b) => b.notUseful - a.notUseful || b.useful - a.useful || a.path.localeCompare(b.path));
}

type Group = 'pages' | 'countries' | 'devices' | 'browsers' | 'useful' | 'notUseful';

function merged(days: readonly AnalyticsDocument[], field: Group): Map<string, number> {
  const sums = new Map<string, number>();
  for (const day of days) for (const [name, count] of Object.entries(day[field] ?? {})) sums.set(name, (sums.get(name) ?? 0) + count);
  return sums;
}

function counted(sums: ReadonlyMap<string, number>): Counted[] {
  return [...sums].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([name, count]) => ({ name, count: String(count) }));
}

/** The ten largest, and all others as one. */
function withRest(list: readonly Counted[]): Counted[] {
  const rest = list.slice(shownPages).reduce((sum, { count }) => sum + Number(count), 0);
  return [...list.slice(0, shownPages), ...(rest > 0 ? [{ name: 'other', count: String(rest) }] : [])];
}
