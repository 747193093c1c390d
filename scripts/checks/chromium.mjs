import { existsSync } from 'node:fs';
import { UserError } from '../suite/user-error.mjs';
import { installFromDebian } from './debian.mjs';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const headless = '/usr/bin/chromium-headless-shell';

/**
 * Finds Chromium for the browser tests; as root on Debian it installs it.
 * @returns {string} its path
 * @throws {UserError} that says what to install
 */
export function requireChromium() {
  const found = findChromium();
  if (found) return found;
  installFromDebian(['chromium']);
  const installed = findChromium();
  if (installed) return installed;
  throw new UserError(
    'The browser tests need Chromium: install it (Debian: sudo apt-get install chromium) or set CHROMIUM to the path of a Chrome.',
  );
}

/**
 * Finds the browser that only tests want: Chromium without its window, which takes about half the processor time (25 s and 15 s for
 * the journeys of accounts); as root on Debian it installs it.
 * @returns {string} its path, or that of the whole Chromium
 * @throws {UserError} that says what to install
 */
export function requireHeadless() {
  if (process.env.CHROMIUM) return requireChromium();
  if (!existsSync(headless)) installFromDebian(['chromium-headless-shell']);
  return existsSync(headless) ? headless : requireChromium();
}

function findChromium() {
  return [process.env.CHROMIUM, ...places].find((path) => path && existsSync(path));
}
