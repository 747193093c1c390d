import { retentionDays } from '@bedplate/contract';
import type { RequestHeaders } from '../../network/request-headers.ts';
import type { Services } from '../../services/services.ts';
import { pageVisits, visitors } from '../../store/collections.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { PageVisitDocument, VisitorDocument } from '../../store/documents/documents.ts';
import { isAlreadyExists } from '../../store/model/firestore-errors.ts';
import { mac } from '../../crypto/crypt.ts';
import { addToDay } from './add-to-day.ts';
import type { Counts } from './day-counters.ts';
import { pageKey, storedPath } from './page-key.ts';
import { placeOf } from './place.ts';
import { readUserAgent } from './user-agent.ts';
import { takeVisit } from './visit-limit.ts';

const visitorsKeptMillis = 3 * 24 * 3600_000;
/** A visitor's last view is noted at most so often: a view is not worth a second write of its own. */
const seenExactMillis = 10 * 60_000;

/**
 * Stores one page view as the request itself shows it, and adds it to its day's counters.
 * Nothing is stored for people who ask not to be tracked (DNT, Global Privacy Control).
 * Decision 020.
 * @throws {ApiError} too-many-requests
 */
export async function recordVisit(services: Services, view: { path: string; ipAddress: string }, req: RequestHeaders): Promise<void> {
  const { path, ipAddress } = view;
  if (req.get('DNT') === '1' || req.get('Sec-GPC') === '1') return;
  takeVisit(ipAddress, services.clock());
  const { id, millis } = services.makeId();
  const userAgent = (req.get('User-Agent') ?? '')
    .replace(/[<>\p{Cc}]/gu, '')
    .toWellFormed()
    .slice(0, 300);
  const visit: PageVisitDocument = {
    path: storedPath(path),
    ipAddress,
    ...(await placeOf(req, ipAddress)),
    ...readUserAgent(userAgent),
    userAgent,
    createdAt: Timestamp.fromMillis(millis),
    expiresAt: Timestamp.fromMillis(millis + retentionDays.pageVisits * 86_400_000),
  };
  await store(services, id, visit);
}

/** Counts without locks, for many views a second. Creating the visitor's document decides who is new: two first views at once count one visitor. */
async function store(services: Services, id: string, visit: PageVisitDocument): Promise<void> {
  const day = visit.createdAt.toDate().toISOString().slice(0, 10);
  const key = visitorKey(services, day, visit);
  const known = visit.isBot ? undefined : (await services.store.in(visitors(day)).get(key))?.data;
  const isNew = !visit.isBot && known === undefined;
  const commit = async (counted: boolean) => {
    const writes = [pageVisits.create(id, visit)];
    if (counted) writes.push(visitors(day).create(key, visitorOf(visit)));
    else if (known && visit.createdAt.toMillis() - known.seenAt.toMillis() >= seenExactMillis)
      writes.push(visitors(day).set(key, visitorOf(visit)));
    await services.store.commit(writes);
    return counted;
  };
  const counted = await commit(isNew).catch((error: unknown) => {
    if (!isAlreadyExists(error)) throw error;
    return commit(false); // another view of the same person was faster
  });
  await addToDay(services, day, countersOf(day, visit, counted));
}

function visitorOf({ createdAt }: PageVisitDocument): VisitorDocument {
  return { seenAt: createdAt, expiresAt: Timestamp.fromMillis(createdAt.toMillis() + visitorsKeptMillis) };
}

function countersOf(day: string, visit: PageVisitDocument, isNew: boolean): Counts {
  if (visit.isBot) return { bots: 1 };
  return {
    humans: 1,
    ...(isNew ? { uniqueVisitors: 1 } : {}),
    pages: { [pageKey(visit.path, day)]: 1 },
    countries: { [visit.country ?? 'unknown']: 1 },
    devices: { [visit.deviceType]: 1 },
    browsers: { [visit.browser]: 1 },
  };
}

/** Includes the day, so that visitors cannot be followed from one day to the next. */
function visitorKey({ config }: Services, day: string, { ipAddress, userAgent }: PageVisitDocument): string {
  return mac(config.tokenPepper, 'visitor', day, ipAddress, userAgent).slice(0, 32);
}
