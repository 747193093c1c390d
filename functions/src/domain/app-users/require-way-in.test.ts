import type { SignInMethod } from '@bedplate/contract';
import { expect, test } from 'vitest';
import type { StorageRow } from '../records/model/storage-row.ts';
import { requireWayIn } from './require-way-in.ts';

type Kept = Parameters<typeof requireWayIn>[1] & Parameters<typeof requireWayIn>[2];

const [passkeys, identities] = [{ p1: {} }, { i1: { provider: 'google' } }] as unknown as [Kept['passkeys'], Kept['identities']];

function hasWayIn(methods: readonly SignInMethod[], kept: Partial<Kept>): boolean {
  const storage = { data: { signIn: { methods, providers: [{ id: 'google' }] } } } as unknown as StorageRow; // what is asked of it
  try {
    requireWayIn(storage, { mark: '', isProven: false, ...kept }, kept as Kept);
    return true;
  } catch {
    return false;
  }
}

test.each<[string, readonly SignInMethod[], Partial<Kept>, boolean]>([
  ['a password where passwords sign in', ['password'], { mark: 'm' }, true],
  ['a password where they do not', ['code'], { mark: 'm' }, false],
  ['a proved address where codes sign in', ['code'], { isProven: true }, true],
  ['a proved address where links do', ['link'], { isProven: true }, true],
  ['a proved address where no mail does', ['password'], { isProven: true }, false],
  ['an address without a proof', ['code', 'link'], {}, false],
  ['a passkey where passkeys sign in', ['passkey'], { passkeys }, true],
  ['a passkey where they do not', ['password'], { passkeys }, false],
  ['no passkey where they do', ['passkey'], { passkeys: {} }, false],
  ['an account of a provider of the storage', [], { identities }, true],
  [
    'an account of a provider that it has no more',
    [],
    { identities: { i1: { provider: 'github' } } as unknown as Kept['identities'] },
    false,
  ],
  ['nothing', ['password', 'code', 'link', 'passkey', 'anonymous'], {}, false],
])('%s: whether it is a way in', (_, methods, kept, isWay) => {
  expect(hasWayIn(methods, kept)).toBe(isWay);
});
