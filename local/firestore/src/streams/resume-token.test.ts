import { expect, test } from 'vitest';
import { Timestamp } from '../model/value.ts';
import { readResumeToken, resumeToken } from './resume-token.ts';

test('a token stands for its time', () => {
  const time = Timestamp.fromMicros(1_795_171_501_380_123);
  expect(readResumeToken(resumeToken(time))?.toMicros()).toBe(time.toMicros());
});

test.each([[new Uint8Array()], [new Uint8Array([1, 2, 3])], [new Uint8Array([10, 200, 1])], [new Uint8Array([10, 2, 8, 0])]])(
  'foreign bytes are no token',
  (bytes) => {
    expect(readResumeToken(bytes)).toBeUndefined();
  },
);
