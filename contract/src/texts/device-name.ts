const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:(?:Headless)?Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * @param together joins the two in the reader's language
 * @returns 'Firefox on macOS' for a browser, 'Googlebot' for a program that imitates one, the user agent's beginning for another, null
 * for none
 */
export function deviceName(userAgent: string, together = (browser: string, system: string) => `${browser} on ${system}`): string | null {
  const program = /\bcompatible; ([\w-]{1,40})/.exec(userAgent)?.[1];
  if (program) return program;
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (browser) return system ? together(browser, system) : browser;
  return userAgent.slice(0, 40) || null;
}
