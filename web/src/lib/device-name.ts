import { deviceName } from '@bedplate/contract';
import { textOf } from '../texts/index.ts';

/** @returns 'Firefox on macOS' in the page's language, a program's own name, null for no user agent */
export function deviceOf(userAgent: string): string | null {
  return deviceName(userAgent, (browser, system) => textOf('logged.browserOn', `${browser} on ${system}`, { browser, system }));
}
