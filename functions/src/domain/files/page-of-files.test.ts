import type { Bucket } from '@google-cloud/storage';
import { expect, test } from 'vitest';
import { tokenKey } from '../../store/file-store.ts';
import { pageOfFiles } from './page-of-files.ts';

const dayMillis = 24 * 3600_000;

/** Lists as Cloud Storage does: by path, from a token on. File n is a day older than file n + 1. */
function aBucket(count: number) {
  const calls: number[] = [];
  const files = Array.from({ length: count }, (_, n) => ({
    name: `p/r/${String(n).padStart(5, '0')}`,
    metadata: {
      metadata: { [tokenKey]: 'token' },
      contentDisposition: `inline; filename*=UTF-8''file%20${count - n}.txt`,
      timeCreated: new Date(n * dayMillis).toISOString(),
    },
  }));
  const getFiles = ({ maxResults, pageToken }: { maxResults: number; pageToken?: string }) => {
    calls.push(maxResults);
    const start = Number(pageToken ?? 0);
    const end = start + maxResults;
    return Promise.resolve([files.slice(start, end), end < count ? { pageToken: String(end) } : null]);
  };
  return { bucket: { getFiles } as unknown as Bucket, calls };
}

async function walk(bucket: Bucket, order: 'newest' | 'name', limit: number) {
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await pageOfFiles(bucket, { prefix: 'p/', order, limit, cursor });
    names.push(...page.objects.map(({ name }) => name));
    cursor = page.next ?? undefined;
  } while (cursor);
  return names;
}

test('pages of a folder are in the asked order, with numbers in names as numbers', async () => {
  const { bucket } = aBucket(11);
  const upwards = Array.from({ length: 11 }, (_, n) => `file ${n + 1}.txt`);
  expect(await walk(bucket, 'name', 4)).toEqual(upwards);
  expect(await walk(bucket, 'newest', 4)).toEqual(upwards); // file 1 is the last of the bucket
  expect(await walk(bucket, 'newest', 11)).toEqual(upwards);
});

test('a page goes on after the file of its cursor, also when that one is gone', async () => {
  const { bucket } = aBucket(6);
  const { next } = await pageOfFiles(bucket, { prefix: 'p/', order: 'newest', limit: 3 });
  const { bucket: without } = aBucket(3); // the newest three are gone
  const { objects } = await pageOfFiles(without, { prefix: 'p/', order: 'newest', limit: 3, cursor: next ?? '' });
  expect(objects.map(({ path }) => path)).toEqual(['p/r/00002', 'p/r/00001', 'p/r/00000']);
});

test('a folder with more files than are sorted is listed by path, and read whole only once', async () => {
  const { bucket, calls } = aBucket(5010);
  const first = await pageOfFiles(bucket, { prefix: 'p/', order: 'name', limit: 60 });
  expect([first.order, first.objects[0]?.path]).toEqual(['records', 'p/r/00000']);
  calls.length = 0;
  const second = await pageOfFiles(bucket, { prefix: 'p/', order: 'name', limit: 60, cursor: first.next ?? '' });
  expect([second.order, second.objects[0]?.path]).toEqual(['records', 'p/r/00060']);
  expect(calls).toEqual([60]);
});

test('a folder with as many files as can be sorted is sorted', async () => {
  const { bucket } = aBucket(5000);
  expect((await pageOfFiles(bucket, { prefix: 'p/', order: 'name', limit: 1 })).order).toBe('name');
});
