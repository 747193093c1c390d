import { expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';

test('the form of a provider has 64 KiB', async () => {
  const api = await startApi();
  const users = await api.storage('users', { signIn: { providers: [{ id: 'apple' }] } as never }); // nothing of it is read before the form
  const back = (bytes: number) =>
    api.call(`${users.path}/sign-in/callback/apple`, {
      method: 'POST',
      body: `state=${'x'.repeat(bytes - 6)}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  expect((await back(64 * 1024)).status).toBe(401);
  expect((await back(64 * 1024 + 1)).status).toBe(413);
  await api.stop();
});
