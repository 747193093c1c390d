import { connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Mailbox } from './mailbox.ts';
import { type RunningInbox, startInbox } from './start-inbox.ts';

let inbox: RunningInbox;
beforeAll(async () => {
  inbox = await startInbox({ port: 0, smtpPort: 0 });
});
afterAll(() => inbox.stop());

async function send(to: string, content: string): Promise<string> {
  const socket = connect(inbox.smtpPort, '127.0.0.1');
  let answers = '';
  socket.on('data', (chunk) => {
    answers += chunk.toString();
  });
  for (const line of ['EHLO test', 'MAIL FROM:<app@example.com>', `RCPT TO:<${to}>`, 'DATA', `${content}\r\n.`, 'QUIT']) {
    await once(socket, 'data');
    socket.write(`${line}\r\n`);
  }
  await once(socket, 'close');
  return answers;
}

const list = async (query = '') =>
  (await (await fetch(`${inbox.url}/api/email${query}`)).json()) as { id: string; subject: string; to: string[]; html: string }[];

test('a mail that was sent is listed for its recipient, newest first, and shown', async () => {
  const waiting = list('?to=anna@example.com&wait=5000');
  await send(
    'Anna@example.com',
    'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\nContent-Type: text/html\r\n\r\n<b>hi</b><script>alert(1)</script>',
  );
  expect(await waiting).toMatchObject([{ subject: 'Grüße', to: ['Anna@example.com'] }]);
  await send('anna@example.com', 'Subject: second\r\n\r\nbody');
  expect((await list('?to=anna@example.com')).map((mail) => mail.subject)).toEqual(['second', 'Grüße']);
  expect(await list('?to=other@example.com')).toEqual([]);
  const page = await fetch(inbox.url);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const html = await page.text();
  expect(html).toContain('Grüße');
  expect(html).toContain('<td>anna<wbr>@example.com</td>'); // a long address goes on there
  expect((await fetch(`${inbox.url}/api/email`, { method: 'DELETE' })).status).toBe(204);
  expect(await list()).toEqual([]);
});

test('the links of a mail open in the tab of the inbox, those of its text as well', async () => {
  const links = 'Open https://a.example/user/x/verify?a=1&b=2. Not <b>this</b>.';
  await send('links@example.com', `Subject: links\r\nContent-Type: text/html\r\n\r\n<!doctype html><a href="https://a.example">open</a>`);
  await send('links@example.com', `Subject: links\r\n\r\n${links}`);
  const [text, html] = await Promise.all(
    (await list('?to=links@example.com')).map(async ({ id }) => (await fetch(`${inbox.url}/mail/${id}`)).text()),
  );
  expect(text).toContain('Open <a href="https://a.example/user/x/verify?a=1&amp;b=2">https://a.example/user/x/verify?a=1&amp;b=2</a>. Not');
  expect(text).toContain('&lt;b&gt;this&lt;/b&gt;');
  expect(html).toContain('sandbox="allow-top-navigation-by-user-activation"');
  expect(html).toContain('srcdoc="&lt;!doctype html&gt;&lt;base target=&quot;_top&quot;&gt;&lt;a');
});

test('the name of the sender and the address for answers are shown', async () => {
  await send('named@example.com', 'From: Acme <app@example.com>\r\nReply-To: help@acme.test\r\nSubject: named\r\n\r\nbody');
  const [mail] = await list('?to=named@example.com');
  expect(mail).toMatchObject({ from: 'app@example.com', fromName: 'Acme', replyTo: 'help@acme.test' });
  const page = await (await fetch(`${inbox.url}/mail/${mail?.id}`)).text();
  expect(page).toContain('From Acme &lt;app<wbr>@example.com&gt;');
  expect(page).toContain('answers to help<wbr>@acme.test');
});

test('only the newest 500 are kept', () => {
  const mailbox = new Mailbox();
  for (let index = 0; index < 510; index++)
    mailbox.add({ id: String(index), to: [], from: '', fromName: '', replyTo: '', subject: '', date: '', text: '', html: '' });
  expect(mailbox.list().length).toBe(500);
  expect(mailbox.list()[0]?.id).toBe('509');
});
