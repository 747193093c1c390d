import { startProvider } from '@bedplate/local-oidc';
import { allowInsecureRequests, customFetch, discovery, enableNonRepudiationChecks } from 'openid-client';
import { expect, test } from 'vitest';
import { fetchOutside } from './fetch-outside.ts';

test('a provider on this machine is reached where loopback is allowed, and only there', async () => {
  const provider = await startProvider({ port: 0 });
  const found = (allowLoopback: boolean) =>
    discovery(new URL(provider.issuer), 'shop', 'secret', undefined, {
      [customFetch]: fetchOutside({ allowLoopback }) as typeof fetch,
      execute: [allowInsecureRequests, enableNonRepudiationChecks],
    });
  expect((await found(true)).serverMetadata().issuer).toBe(provider.issuer);
  await expect(found(false)).rejects.toMatchObject({ cause: { code: 'invalid-argument' } });
  await provider.stop();
});

test.each([
  'http://169.254.169.254/latest',
  'https://10.0.0.1/',
  'https://[::1]/',
  'https://localhost/',
  'http://example.com/',
  'file:///etc/passwd',
])('%s is not reached', async (address) => {
  await expect(fetchOutside({ allowLoopback: false })(address)).rejects.toMatchObject({ code: 'invalid-argument' });
});
