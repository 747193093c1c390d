import type { RequestHeaders } from '../../network/request-headers.ts';
import { countryOfAddress } from './country-of-address.ts';

/**
 * Finds a request's country and city by the platform's headers (Hosting's CDN and Google's front end
 * each have their own), or else the country by its address.
 */
export async function placeOf(req: RequestHeaders, address: string): Promise<{ country: string | null; city: string | null }> {
  const country = (req.get('X-Country-Code') ?? req.get('X-AppEngine-Country') ?? '').toUpperCase();
  const city = (req.get('X-AppEngine-City') ?? '').replace(/[^\p{L} .'-]/gu, '').slice(0, 80);
  const told = /^[A-Z]{2}$/.test(country) && !['ZZ', 'XX'].includes(country);
  return { country: told ? country : await countryOfAddress(address), city: city && city !== '?' ? city : null };
}
