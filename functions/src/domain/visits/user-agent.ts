import type { DeviceType } from '@bedplate/contract';

/** What a User-Agent header tells about its sender. Names come from a closed list; what is not recognised is 'Other'. */
export interface Agent {
  browser: string;
  os: string;
  deviceType: DeviceType;
  isBot: boolean;
}

export function readUserAgent(userAgent: string): Agent {
  return {
    browser: nameIn(browsers, userAgent),
    os: nameIn(systems, userAgent),
    deviceType: deviceOf(userAgent),
    isBot: userAgent === '' || bot.test(userAgent) || !/^(?:Mozilla|Opera)\//.test(userAgent),
  };
}

/** In this order: most browsers also carry the names of those that they want to be taken for. */
const browsers: readonly [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Vivaldi\//, 'Vivaldi'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Version\/.+Safari\//, 'Safari'],
  [/MSIE |Trident\//, 'Internet Explorer'],
];

const systems: readonly [RegExp, string][] = [
  [/Windows/, 'Windows'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

/** Crawlers, link previews, monitors, headless browsers and programs; people's browsers carry none of these words. */
const bot =
  /(?<!cu)bot(?:\b|[/;_-])|crawl|spider|slurp|scrap|headless|lighthouse|pagespeed|preview|facebookexternalhit|embedly|whatsapp|telegram|monitor|pingdom|uptime|curl|wget|python|java\/|go-http|okhttp|axios|node-fetch|undici|libwww|phantom|puppeteer|playwright|\+https?:\/\//i;

function deviceOf(userAgent: string): DeviceType {
  if (/iPad|Tablet|PlayBook|Silk|Android(?!.*Mobile)/.test(userAgent)) return 'tablet';
  if (/Mobi|iPhone|iPod|Android/.test(userAgent)) return 'mobile';
  return 'desktop';
}

function nameIn(list: readonly [RegExp, string][], userAgent: string): string {
  return list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'Other';
}
