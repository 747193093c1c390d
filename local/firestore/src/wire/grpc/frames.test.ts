import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { beginTransactionResponse } from '../../codec/messages/documents.ts';
import { framed, FrameReader } from './frames.ts';
import { statusTrailers, timeoutMillis } from './status.ts';
import { RpcError } from '../../model/rpc-error.ts';

const frame = (payload: Buffer, flag = 0) => Buffer.concat([Buffer.from([flag, 0, 0, payload.length >> 8, payload.length & 255]), payload]);

test('messages are found however the bytes are cut', () => {
  const all = Buffer.concat([frame(Buffer.from('one')), frame(Buffer.alloc(0)), frame(Buffer.alloc(700, 7))]);
  for (const size of [1, 2, 7, 300, all.length]) {
    const reader = new FrameReader(undefined);
    const found: Buffer[] = [];
    for (let start = 0; start < all.length; start += size) found.push(...reader.push(all.subarray(start, start + size)));
    expect(found.map((message) => message.length)).toEqual([3, 0, 700]);
  }
});

test('a gzipped message is unpacked, any other compression is refused', () => {
  const payload = gzipSync(Buffer.from('hello'));
  expect(new FrameReader('gzip').push(frame(payload, 1))[0]?.toString()).toBe('hello');
  expect(() => new FrameReader('deflate').push(frame(payload, 1))).toThrow(expect.objectContaining({ code: 'UNIMPLEMENTED' }));
  expect(() => new FrameReader('gzip').push(frame(Buffer.from('junk'), 1))).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
});

test('a message that announces more than 10 MiB is refused before it is read', () => {
  expect(() => new FrameReader(undefined).push(Buffer.from([0, 0x7f, 0, 0, 0]))).toThrow(
    expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
  );
});

test('what is framed is found again', () => {
  const bytes = framed(beginTransactionResponse, [{ transaction: new Uint8Array(3) }, { transaction: new Uint8Array(200) }]);
  expect(new FrameReader(undefined).push(bytes).map((message) => beginTransactionResponse.decode(message).transaction.length)).toEqual([
    3, 200,
  ]);
});

test('a status message is percent-encoded UTF-8', () => {
  expect(statusTrailers(new RpcError('NOT_FOUND', 'nö\n%'))).toEqual({ 'grpc-status': 5, 'grpc-message': 'n%C3%B6%0A%25' });
});

test.each([
  ['100m', 100],
  ['5S', 5000],
  ['1H', 3_600_000],
  ['junk', undefined],
  [undefined, undefined],
])('the timeout %s is %s ms', (header, millis) => {
  expect(timeoutMillis(header)).toBe(millis);
});
