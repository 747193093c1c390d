import { expect, test } from 'vitest';
import type { Services } from '../../services/services.ts';
import { imageLink, linkedImage } from './image-link.ts';

let now = Date.parse('2026-03-10T12:00:00Z');
const services = {
  clock: () => now,
  config: { publicOrigin: 'https://bedplate.test', tokenPepper: 'a pepper of 32 characters or more!' },
  records: { files: { read: async (path: string) => Buffer.from(path) } },
} as unknown as Services; // what an address needs of them

test('the address of an attached image opens it for an hour, and no other one opens anything', async () => {
  const ticket = imageLink(services, { path: 'feedback/f1/a.png', type: 'image/png' }).split('/').at(-1) ?? '';
  expect(await linkedImage(services, ticket)).toEqual({ content: Buffer.from('feedback/f1/a.png'), type: 'image/png' });
  const [body = '', signed = ''] = ticket.split('.');
  const other = Buffer.from(JSON.stringify(['tenants/t1/secret', 'text/html', now * 2])).toString('base64url');
  for (const wrong of [body, `${body}.`, `${other}.${signed}`, `${ticket}x`, '', '.']) {
    await expect(linkedImage(services, wrong)).rejects.toMatchObject({ code: 'permission-denied' });
  }
  now += 3_600_000;
  await expect(linkedImage(services, ticket)).rejects.toMatchObject({ code: 'permission-denied' });
});
