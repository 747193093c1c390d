import type { Request } from 'express';
import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import { clientAddress } from '../../http/client-address.ts';
import type { Services } from '../../services.ts';
import { collections } from '../../store/collections.ts';
import type { PageVisitDocument, VisitorDocument } from '../../store/documents.ts';
import { mac } from '../keys/crypt.ts';
import { placeOf } from './place.ts';
import { readUserAgent } from './user-agent.ts';
import { takeVisit } from './visit-limit.ts';

const visitorsKeptMillis = 3 * 24 * 3600_000;
/** A visitor's last view is noted at most so often: a view is not worth a second write of its own. */
const seenExactMillis = 10 * 60_000;

/**
 * Stores one page view as the request itself shows it, and adds it to its day's counters.
 * Nothing is stored for people who ask not to be tracked (DNT, Global Privacy Control).
 * @throws {ApiError} too-many-requests
 */
export async function recordVisit(services: Services, path: string, req: Request): Promise<void> {
  if (req.get('DNT') === '1' || req.get('Sec-GPC') === '1') return;
  const ipAddress = clientAddress(req);
  takeVisit(ipAddress, services.clock());
  const { id, millis } = services.makeId();
  const userAgent = (req.get('User-Agent') ?? '').slice(0, 300);
  const visit: PageVisitDocument = {
    path: plainPath(path),
    ipAddress,
    ...placeOf(req),
    ...readUserAgent(userAgent),
    userAgent,
    createdAt: Timestamp.fromMillis(millis),
  };
  await store(services, id, visit);
}

async function store(services: Services, id: string, visit: PageVisitDocument): Promise<void> {
  const { pageVisits, analytics } = collections(services.db);
  const day = visit.createdAt.toDate().toISOString().slice(0, 10);
  const counters = analytics.doc(day);
  const visitor = counters.collection('visitors').doc(visitorKey(services, day, visit));
  await services.db.runTransaction(async (tx) => {
    const known = visit.isBot ? null : (await tx.get(visitor)).data();
    const isNew = !visit.isBot && known === undefined;
    tx.create(pageVisits.doc(id), visit);
    tx.set(counters, countersOf(day, visit, isNew), { merge: true });
    if (visit.isBot || (known && visit.createdAt.toMillis() - (known.seenAt?.toMillis() ?? 0) < seenExactMillis)) return;
    const expiresAt = Timestamp.fromMillis(visit.createdAt.toMillis() + visitorsKeptMillis);
    tx.set(visitor, { seenAt: visit.createdAt, expiresAt } satisfies VisitorDocument);
  });
}

function countersOf(day: string, visit: PageVisitDocument, isNew: boolean) {
  const one = FieldValue.increment(1);
  if (visit.isBot) return { day, bots: one };
  return {
    day,
    humans: one,
    ...(isNew ? { uniqueVisitors: one } : {}),
    pages: { [encodeURIComponent(visit.path).replaceAll('.', '%2E')]: one },
    countries: { [visit.country ?? 'unknown']: one },
    devices: { [visit.deviceType]: one },
    browsers: { [visit.browser]: one },
  };
}

/** The day is part of it: nobody can be followed from one day to the next. */
function visitorKey({ config }: Services, day: string, { ipAddress, userAgent }: PageVisitDocument): string {
  return mac(config.tokenPepper, 'visitor', day, ipAddress, userAgent).slice(0, 32);
}

/** Links that were mailed carry a secret in their path; a query is nobody's business. */
function plainPath(path: string): string {
  const [plain = '/'] = path.split(/[?#]/);
  return plain.replace(/^\/user\/[^/]+\//, '/user/{token}/');
}
