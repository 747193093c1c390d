import { mac } from '../../crypto/crypt.ts';
import { networkOf } from '../../network/address.ts';
import type { Services } from '../../services/services.ts';
import type { CredentialDocument } from '../../store/documents/documents.ts';
import { Timestamp } from '../../store/model/values.ts';
import type { Origin } from '../callers/caller.ts';
import { readUserAgent } from '../visits/user-agent.ts';

type Places = CredentialDocument['places'];

const keptAtMost = 40;
const dayMillis = 24 * 3600_000;

/**
 * Whether neither the browser nor the network has been seen at this person before. One of the two changes all the time: a browser
 * travels, and a household has several.
 */
export function isUnusual(services: Services, places: Places, origin: Origin): boolean {
  return Object.keys(places).length > 0 && marksOf(services, origin).every((mark) => !(mark in places));
}

/** @returns the places with this one, the latest ones at most; the same object when it was written within a day */
export function withPlace(services: Services, places: Places, origin: Origin): Places {
  const now = services.clock();
  const marks = marksOf(services, origin);
  if (marks.every((mark) => now - (places[mark]?.toMillis() ?? 0) < dayMillis)) return places;
  const known = Object.entries({ ...places, ...Object.fromEntries(marks.map((mark) => [mark, Timestamp.fromMillis(now)])) });
  return Object.fromEntries(known.sort(([, a], [, b]) => b.toMillis() - a.toMillis()).slice(0, keptAtMost));
}

/** A browser is its name and system, since versions change. Hashed: a list of where people have been is nobody's business. */
function marksOf({ config }: Services, { ip, userAgent }: Origin): [string, string] {
  const { browser, os } = readUserAgent(userAgent);
  const name = browser === 'Other' ? userAgent : `${browser} ${os}`;
  const mark = (kind: string, text: string) => kind + mac(config.tokenPepper, 'place', kind, text).slice(0, 16);
  return [mark('b', name), mark('n', networkOf(ip))];
}
