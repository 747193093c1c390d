import { once } from 'node:events';
import { connect } from 'node:http2';
import { expect, test } from 'vitest';
import { commitRequest } from '../../src/codec/messages/documents.ts';
import { framed } from '../../src/wire/grpc/frames.ts';
import { useFirestore } from '../support/firestore-server.ts';

const { server } = useFirestore({ lockWaitMs: 10_000 });
const database = 'projects/demo-cancel/databases/(default)';
const root = `${database}/documents`;

async function rest(method: string, path: string, body?: unknown, signal?: AbortSignal) {
  const headers = { authorization: 'Bearer owner' };
  const response = await fetch(`${server().url}/v1/${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  return response.json();
}

/** Another transaction has read the document, so that a write to it waits. */
async function lock(name: string): Promise<() => Promise<unknown>> {
  const { transaction } = await rest('POST', `${root}:beginTransaction`, {});
  await rest('POST', `${root}:batchGet`, { documents: [name], transaction });
  return () => rest('POST', `${root}:rollback`, { transaction });
}

const writeTo = (name: string) => ({ database, writes: [{ update: { name, fields: { n: { integerValue: 1 } } } }] });

test('a commit whose deadline passes while it waits for a lock is not written', async () => {
  const name = `${root}/c/deadline`;
  const free = await lock(name);
  const session = connect(server().url);
  const stream = session.request({
    ':method': 'POST',
    ':path': '/google.firestore.v1.Firestore/Commit',
    'content-type': 'application/grpc',
    'grpc-timeout': '200m',
    authorization: 'Bearer owner',
  });
  stream.end(framed(commitRequest, [commitRequest.fromJson(writeTo(name))]));
  const [headers] = await once(stream, 'response');
  expect(headers['grpc-status']).toBe('4');
  session.destroy();
  await free();
  expect(await rest('GET', name)).toMatchObject({ error: { status: 'NOT_FOUND' } });
});

test('a commit whose client goes away while it waits for a lock is not written', async () => {
  const name = `${root}/c/gone`;
  const free = await lock(name);
  await expect(rest('POST', `${root}:commit`, writeTo(name), AbortSignal.timeout(200))).rejects.toThrow('timeout');
  // The server learns of it with the next turn of its loop.
  await new Promise((resolve) => setTimeout(resolve, 100));
  await free();
  expect(await rest('GET', name)).toMatchObject({ error: { status: 'NOT_FOUND' } });
});

test('a commit that the client waits for is written when the lock is gone', async () => {
  const name = `${root}/c/waited`;
  const free = await lock(name);
  const waiting = rest('POST', `${root}:commit`, writeTo(name));
  await new Promise((resolve) => setTimeout(resolve, 100));
  await free();
  expect(await waiting).toMatchObject({ writeResults: [{}] });
  expect(await rest('GET', name)).toMatchObject({ fields: { n: { integerValue: '1' } } });
});
