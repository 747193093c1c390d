import type { Request } from 'express';

/** Where the platform says a request comes from; both null on one machine. Hosting's CDN and Google's front end each have their own header. */
export function placeOf(req: Pick<Request, 'get'>): { country: string | null; city: string | null } {
  const country = (req.get('X-Country-Code') ?? req.get('X-AppEngine-Country') ?? '').toUpperCase();
  const city = (req.get('X-AppEngine-City') ?? '').replace(/[^\p{L} .'-]/gu, '').slice(0, 80);
  const known = /^[A-Z]{2}$/.test(country) && !['ZZ', 'XX'].includes(country);
  return { country: known ? country : null, city: city && city !== '?' ? city : null };
}
