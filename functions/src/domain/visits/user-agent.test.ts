import { expect, test } from 'vitest';
import { readUserAgent } from './user-agent.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0.0.0 Safari/537.36`, 'Chrome', 'Windows', 'desktop', false],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`, 'Edge', 'Windows', 'desktop', false],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox', 'macOS', 'desktop', false],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari',
    'iOS',
    'mobile',
    false,
  ],
  [`Mozilla/5.0 (Linux; Android 14; SM-X710) ${webkit} Chrome/126.0.0.0 Safari/537.36`, 'Chrome', 'Android', 'tablet', false],
  [`Mozilla/5.0 (Linux; Android 14; Pixel 8) ${webkit} Chrome/126.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android', 'mobile', false],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Googlebot', 'Other', 'desktop', true],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/126.0.0.0 Safari/537.36`, 'Chrome', 'Linux', 'desktop', true],
  ['curl/8.5.0', 'Other', 'Other', 'desktop', true],
  ['', 'Other', 'Other', 'desktop', true],
])('%s', (userAgent, browser, os, deviceType, isBot) => {
  expect(readUserAgent(userAgent)).toEqual({ browser, os, deviceType, isBot });
});

test.each(['Cobalt', 'Zoë', '__proto__', 'constructor', 'pages.x', '<b>'])(
  'a browser that calls itself %s has no counter of its own',
  (name) => {
    expect(readUserAgent(`${name}/1.0 (${name} 2)`)).toEqual({ browser: 'Other', os: 'Other', deviceType: 'desktop', isBot: true });
    expect(readUserAgent(`Mozilla/5.0 ${name}/1.0`)).toMatchObject({ browser: 'Other', os: 'Other' });
  },
);

test.each([
  ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
  ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)'],
  ['Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)'],
])('%s is a program', (userAgent) => {
  expect(readUserAgent(userAgent).isBot).toBe(true);
});

test('a person with the word Cubot in the name of a phone is no program', () => {
  const agent = readUserAgent(`Mozilla/5.0 (Linux; Android 13; CUBOT_X50) ${webkit} Chrome/126.0.0.0 Mobile Safari/537.36`);
  expect(agent).toMatchObject({ deviceType: 'mobile', isBot: false });
});
