import { expect, test } from 'vitest';
import { startAuthWorld } from '../../../test/auth-world.ts';
import { counted } from '../../../test/counted.ts';
import { databaseOf } from '../../../test/data-services.ts';
import { receiveMessage } from './receive-message.ts';

test('the sixth message under one address in an hour is refused, from whatever network and in whatever case, and not kept', async () => {
  const { services, stop } = await startAuthWorld();
  Object.assign(services.config, { teamMail: 'team@example.test' });
  await counted(services, { scope: 'contact-email', value: 'grace@example.test', count: 4 });
  const send = (email: string, address: string) => receiveMessage(services, { name: 'Grace', email, message: 'Again' }, address);
  await send('grace@example.test', '203.0.113.7');
  await expect(send('Grace@Example.test', '198.51.100.7')).rejects.toMatchObject({ code: 'too-many-requests' });
  expect((await databaseOf(services.store).collection('contacts').get()).size).toBe(1);
  await stop();
});
