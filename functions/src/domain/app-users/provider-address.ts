import type { Services } from '../../services/services.ts';

/** The folders in which the stand-in of `npm start` plays the providers whose addresses are the same for everybody. */
const folders: ReadonlyMap<string, string> = new Map([
  ['https://accounts.google.com', 'google'],
  ['https://appleid.apple.com', 'apple'],
  ['https://login.microsoftonline.com', 'microsoft'],
  ['https://github.com', 'github'],
  ['https://api.github.com', 'github/api'],
]);

/** @returns where a provider's address is reached: there, or on one machine at the stand-in that plays it */
export function reachedAt({ config }: Pick<Services, 'config'>, address: string): string {
  const standIn = config.emulators?.signIn;
  const { origin, href } = new URL(address);
  const folder = folders.get(origin);
  return standIn && folder ? href.replace(origin, `${standIn}/${folder}`) : href;
}

/** @returns what asks a provider, by the address that it has for everybody */
export function fetchProvider(services: Services) {
  return (address: string, init?: RequestInit): Promise<Response> => services.fetchOutside(reachedAt(services, address), init);
}
