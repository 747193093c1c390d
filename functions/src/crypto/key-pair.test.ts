import { randomBytes } from 'node:crypto';
import { Timestamp } from 'firebase-admin/firestore';
import { expect, test } from 'vitest';
import { seal, sha256, unseal } from './crypt.ts';
import { apiKeyDocument, apiKeyId, makeKeyPair, openKeyPair, ourApiKeyId } from './key-pair.ts';

const pepper = 'p'.repeat(32);
const key = randomBytes(32);

test('our own keys are recognised without a read, others are not', () => {
  const { apiKey } = makeKeyPair(pepper);
  for (const _ of ['first', 'again']) expect(ourApiKeyId(pepper, apiKey)).toBe(apiKeyId(apiKey));
  expect(ourApiKeyId('q'.repeat(32), apiKey)).toBeUndefined();
  expect(ourApiKeyId(pepper, apiKey)).toBe(apiKeyId(apiKey));
  const last = apiKey.at(-1) === 'A' ? 'B' : 'A';
  expect(ourApiKeyId(pepper, apiKey.slice(0, -1) + last)).toBeUndefined();
  for (const junk of ['', 'bpk_', 'x'.repeat(5000), `${apiKey}A`]) expect(ourApiKeyId(pepper, junk)).toBeUndefined();
});

// Covers S2-2.a-03
test('the pair can be shown again, and is nowhere stored in clear', () => {
  const pair = makeKeyPair(pepper);
  const document = apiKeyDocument(pair, key, { tenantId: 't', active: true, createdAt: Timestamp.now() });
  expect(openKeyPair({ keyEncryptionKey: key }, apiKeyId(pair.apiKey), document)).toEqual(pair);
  expect(document.secretHash).toBe(sha256(pair.secretKey));
  expect(JSON.stringify(document)).not.toContain(pair.secretKey);
  expect(JSON.stringify(document)).not.toContain(pair.apiKey);
});

test('a sealed text opens only with its key and in its place', () => {
  const sealed = seal(key, 'secret', 'a/1');
  expect(unseal(key, sealed, 'a/1')).toBe('secret');
  expect(() => unseal(key, sealed, 'a/2')).toThrow(/auth|Unsupported|state/i);
  expect(() => unseal(randomBytes(32), sealed, 'a/1')).toThrow(/auth|Unsupported|state/i);
  expect(() => unseal(key, `${sealed.slice(0, -2)}AA`, 'a/1')).toThrow(/auth|Unsupported|state/i);
});
