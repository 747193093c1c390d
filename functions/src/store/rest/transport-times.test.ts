import { expect, test, vi } from 'vitest';
import { Connections } from './connections.ts';
import { createTransport } from './transport.ts';

vi.mock('./connections.ts');

test('an answer may say nothing for a minute, and an idle connection ends after twenty seconds', () => {
  createTransport('https://firestore.example', () => Promise.resolve('a token'));
  expect(Connections).toHaveBeenCalledExactlyOnceWith('https://firestore.example', 20_000, 60_000);
});
