import { expect, test } from 'vitest';
import { renderMail } from './templates.ts';

const link = 'https://bedplate.example/user/abc/verify';
const notMe = 'https://bedplate.example/user/def/not-me';

// Covers S0-1-04
test("the verification mail's button 'Verify Your Account' opens /user/{token}/verify", () => {
  const { html, text } = renderMail('verify', { name: 'Ada', link, notMe });
  expect(html).toMatch(new RegExp(`<a href="${link}"[^>]*>Verify Your Account</a>`));
  expect(text).toContain(link);
});

test('what a person typed cannot become markup, a header or a second line', () => {
  const { html, text, subject } = renderMail('verify', { name: '<img src=x onerror=alert(1)>\r\nBcc: x@y.z', link, notMe });
  expect(html).not.toContain('<img');
  expect(text.split('\n')[0]).toBe('Welcome to Bedplate, <img src=x onerror=alert(1)> Bcc: x@y.z');
  expect(subject).not.toMatch(/[\r\n]/);
});

test('a login code is in both parts and brings no link', () => {
  const { html, text } = renderMail('two-factor', { name: 'Ada', code: '012345', device: 'Firefox', ip: '192.0.2.1', time: 'now' });
  expect(html).toContain('>012345<');
  expect(text).toContain('\n012345\n');
  expect(html).not.toContain('<a ');
});

test('every mail declares both colour schemes', () => {
  expect(renderMail('reset', { name: 'Ada', link }).html).toContain('name="color-scheme" content="light dark"');
});

test.each([
  ['Visit https://evil.example/x', 'Visit https:\u200C//evil.\u200Cexample/x'],
  ['Win at evil.example', 'Win at evil.\u200Cexample'],
  ['J. R. R. Tolkien 2.0', 'J. R. R. Tolkien 2.0'],
])('a name like %j is no link in a mail', (typed, shown) => {
  const notice = { time: 'now', device: typed, ip: '192.0.2.1', link } as const;
  const mails = [
    renderMail('verify', { name: typed, link, notMe }),
    renderMail('invitation', { name: 'Ada', inviter: typed, place: { account: typed, project: typed, role: 'developer' }, link }),
    renderMail('member-added', { name: 'Ada', inviter: typed, place: { account: typed, project: null, role: 'admin' }, link, notMe: link }),
    renderMail('two-factor', { name: 'Ada', code: '012345', device: typed, ip: '192.0.2.1', time: 'now' }),
    renderMail('app-user-reset', { name: 'Ada', app: typed, code: 'x' }),
    renderMail('security-notice', { name: 'Ada', kind: 'keyAdded', what: typed, ...notice }),
    renderMail('staff-reply', { name: typed, subject: 'S', reply: 'R', quote: typed }),
  ];
  for (const { text, html } of mails) {
    expect(text).toContain(shown);
    expect(text.replaceAll(link, '').replaceAll(notMe, '')).not.toMatch(/https?:\/\/|evil\.e/);
    expect(html).toContain(shown);
  }
});

test('who is added to an account reads by whom, to what, with which role, and how to get in', () => {
  const place = { account: 'Olga Owner', project: 'Shop', role: 'developer' };
  const link = 'https://bedplate.test/verify/1';
  const { text } = renderMail('member-added', { name: 'Dan', inviter: 'Ada', place, link, notMe: 'https://bedplate.test/not-me/1' });
  expect(text).toContain('Ada has added you to the Bedplate account of Olga Owner, for its project “Shop”. Your role: developer.');
  expect(text).toContain(link);
  expect(text).not.toContain('register');
});
