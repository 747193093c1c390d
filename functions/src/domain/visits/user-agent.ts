import type { DeviceType } from '@bedplate/contract';
import { BROWSER_MAP, OS_MAP, parse } from 'bowser';
import { isbot } from 'isbot';

/** Reads a User-Agent header. Names come from a closed list; what is not recognised is 'Other'. */
export interface Agent {
  browser: string;
  os: string;
  deviceType: DeviceType;
  isBot: boolean;
}

export function readUserAgent(userAgent: string): Agent {
  // All browsers begin with one of these two words; isbot by itself takes any unknown text for a person.
  const isBot = !/^(?:Mozilla|Opera)\//.test(userAgent) || isbot(userAgent);
  if (userAgent === '') return { browser: 'Other', os: 'Other', deviceType: 'desktop', isBot };
  const { browser, os, platform } = parse(userAgent);
  return { browser: nameIn(browsers, browser.name), os: nameIn(systems, os.name), deviceType: deviceOf(platform.type), isBot };
}

/** Bowser makes up names out of headers that it does not know: a counter of a day's document would be anyone's to name. */
const browsers = new Set(Object.values(BROWSER_MAP));
const systems = new Set(Object.values(OS_MAP));

/** Names that people and our counters have always used. */
const shortNames: Readonly<Record<string, string>> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
  'Chrome OS': 'ChromeOS',
};

function nameIn(known: ReadonlySet<string>, name = ''): string {
  return known.has(name) ? (shortNames[name] ?? name) : 'Other';
}

/** Televisions, and what bowser calls a bot, are no category of the dashboard's. */
function deviceOf(type = ''): DeviceType {
  return type === 'tablet' || type === 'mobile' ? type : 'desktop';
}
