import { freshKey } from '../../lib/fresh-key.ts';

const key = 'registeredHere';
/** As long as the link of the verification mail lives. */
const lifetime = 24 * 3_600_000;

/** @returns what a registration sends along, and the mailed link after it: the person is the same in both. Made by the first call */
export function rememberRegistration(): string {
  const secret = registeredHere() ?? freshKey();
  localStorage.setItem(key, JSON.stringify({ secret, until: Date.now() + lifetime }));
  return secret;
}

/** @returns null in a browser that has registered nobody within the last day */
export function registeredHere(): string | null {
  try {
    const { secret, until } = JSON.parse(localStorage.getItem(key) ?? '{}') as { secret?: unknown; until?: unknown }; // checked in the next line
    return typeof secret === 'string' && typeof until === 'number' && until > Date.now() ? secret : null;
  } catch {
    return null;
  }
}
