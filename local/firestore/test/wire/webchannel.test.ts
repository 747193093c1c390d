import { expect, test } from 'vitest';
import { useFirestore } from '../support/firestore-server.ts';

const { server } = useFirestore();
const database = 'projects/demo-wc/databases/(default)';
const base = (rpc: string) => `${server().url}/google.firestore.v1.Firestore/${rpc}/channel?VER=8&CVER=22`;

function frames(text: string): unknown[] {
  const found: unknown[] = [];
  let rest = text;
  while (rest !== '') {
    const line = rest.indexOf('\n');
    const length = Number(rest.slice(0, line));
    found.push(JSON.parse(rest.slice(line + 1, line + 1 + length)));
    rest = rest.slice(line + 1 + length);
  }
  return found;
}

async function open(rpc: string, message: object): Promise<string> {
  const body = new URLSearchParams({
    headers: 'Authorization:Bearer owner\r\n',
    count: '1',
    ofs: '0',
    req0___data__: JSON.stringify(message),
  });
  const response = await fetch(`${base(rpc)}&RID=1`, { method: 'POST', body });
  const [[entry]] = frames(await response.text()) as [[[number, string[]]]];
  expect(entry[1]).toMatchObject(['c', expect.any(String), '', 8, 12, 30_000]);
  return entry[1][1] ?? '';
}

async function send(rpc: string, sid: string, offset: number, message: object) {
  const body = new URLSearchParams({ count: '1', ofs: String(offset), req0___data__: JSON.stringify(message) });
  const response = await fetch(`${base(rpc)}&SID=${sid}&RID=${offset + 2}&AID=0`, { method: 'POST', body });
  return { status: response.status, text: await response.text() };
}

/** A long poll: answers with what is queued. */
async function poll(rpc: string, sid: string, seen: number): Promise<[number, unknown[]][]> {
  const response = await fetch(`${base(rpc)}&SID=${sid}&RID=rpc&AID=${seen}&CI=1&TYPE=xmlhttp`);
  return (frames(await response.text()) as [number, unknown[]][][]).flat();
}

const write = (id: string) => ({
  streamToken: 'MA==',
  writes: [{ update: { name: `${database}/documents/c/${id}`, fields: { text: { stringValue: 'ä😀' } } } }],
});

test('what the client has not seen is sent again, repeated messages are not handled twice', async () => {
  const sid = await open('Write', { database });
  const first = await poll('Write', sid, 0);
  expect(first).toMatchObject([[1, [{ streamId: expect.any(String), streamToken: 'MA==' }]]]);
  expect((await send('Write', sid, 1, write('a'))).status).toBe(200);
  await send('Write', sid, 1, write('a'));
  const again = await poll('Write', sid, 0);
  expect(again[0]).toEqual(first[0]);
  const next = await poll('Write', sid, 1);
  expect(next).toMatchObject([[2, [{ streamToken: 'MQ==', writeResults: [{ updateTime: expect.any(String) }] }]]]);
});

test('a listener gets its documents, counted in UTF-16 units', async () => {
  const writer = await open('Write', { database });
  await send('Write', writer, 1, write('live'));
  await poll('Write', writer, 1);
  const sid = await open('Listen', { database, addTarget: { targetId: 2, documents: { documents: [`${database}/documents/c/live`] } } });
  const messages = (await poll('Listen', sid, 0)).map(([, [message]]) => message);
  expect(messages).toMatchObject([
    { targetChange: { targetChangeType: 'ADD', targetIds: [2] } },
    { documentChange: { document: { fields: { text: { stringValue: 'ä😀' } } }, targetIds: [2] } },
    { targetChange: { targetChangeType: 'CURRENT', targetIds: [2], resumeToken: expect.any(String) } },
    { targetChange: { readTime: expect.any(String) } },
  ]);
});

test('a failed stream says why, and an unknown session is 400', async () => {
  const sid = await open('Write', { database, writes: [{ delete: 'x' }] });
  expect(await poll('Write', sid, 0)).toMatchObject([[1, [{ error: { code: 400, status: 'INVALID_ARGUMENT' } }]]]);
  expect((await send('Write', 'nonsense', 0, {})).status).toBe(400);
  expect((await fetch(`${base('Listen')}&SID=nonsense&RID=rpc&AID=0`)).status).toBe(400);
});

test('nobody waits on a stream that has ended and whose end was seen', async () => {
  const sid = await open('Write', { database });
  await send('Write', sid, 1, { streamToken: 'MA==' });
  const received = await poll('Write', sid, 0);
  expect(received.at(-1)).toEqual([3, ['close']]);
  expect((await poll('Write', sid, 1)).at(-1)).toEqual([3, ['close']]);
  expect((await fetch(`${base('Write')}&SID=${sid}&RID=rpc&AID=3&CI=0&TYPE=xmlhttp`)).status).toBe(400);
  expect((await fetch(`${base('Write')}&SID=${sid}&RID=9&TYPE=terminate`, { method: 'POST', body: '' })).status).toBe(200);
});

test('a terminated session is gone', async () => {
  const sid = await open('Write', { database });
  expect((await fetch(`${base('Write')}&SID=${sid}&RID=9&TYPE=terminate`, { method: 'POST', body: '' })).status).toBe(200);
  expect((await send('Write', sid, 1, write('b'))).status).toBe(400);
});

test('a streaming back channel opens with a noop', async () => {
  const sid = await open('Write', { database });
  const stop = new AbortController();
  const response = await fetch(`${base('Write')}&SID=${sid}&RID=rpc&AID=0&CI=0&TYPE=xmlhttp`, { signal: stop.signal });
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  stop.abort();
  expect(Buffer.from(value ?? []).toString()).toContain('["noop"]');
});
