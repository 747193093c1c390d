import { crc32 } from 'node:zlib';
import { thumbnailSizes } from '@bedplate/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api-server.ts';
import { memoryFiles } from '../../../test/data-services.ts';

let api: Awaited<ReturnType<typeof startApi>>;
let path: string;
const files = memoryFiles();

beforeAll(async () => {
  api = await startApi();
  Object.assign(api.services.records, { files });
  ({ path } = await api.storage('albums', { is_softDelete: true }));
});
afterAll(() => api.stop());

const newRecord = async () => (await api.call(path, { body: { title: 'T' } })).body.data.id as string;
const formOf = (content: Buffer, name: string, type: string) => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)], { type }), name);
  return form;
};
const upload = (id: string, content: Buffer, name = 'photo.jpg', type = 'image/jpeg') =>
  api.call(`${path}/dataId/${id}/upload?fieldName=photo`, { body: formOf(content, name, type) });
/** Of a `memory:` address: what it stands for, where its token works. */
const stored = (url: string) => {
  const [, object = '', token] = /^memory:(.*)\?token=(.*)$/.exec(url) ?? [];
  const found = files.objects.get(object);
  return found && found.token === token ? found : undefined;
};

/** 2000 × 1000, lying on its side, with the place where it was taken. */
const photo = () =>
  sharp({ create: { width: 2000, height: 1000, channels: 3, background: '#58c' } })
    .withMetadata({ orientation: 6 })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer();

test('an uploaded image gets upright WebP copies in each size, without where it was taken', async () => {
  const id = await newRecord();
  const { status, body } = await upload(id, await photo());
  expect(status).toBe(200);
  const { thumbnails } = body as unknown as { thumbnails: Record<string, string> };
  expect(Object.keys(thumbnails)).toEqual(thumbnailSizes.map(String));
  for (const size of thumbnailSizes) {
    const { content, type } = stored(thumbnails[size] ?? '') ?? {};
    const { format, width, height, exif } = await sharp(content).metadata();
    expect({ type, format, width, height, exif }).toEqual({
      type: 'image/webp',
      format: 'webp',
      width: size / 2,
      height: size,
      exif: undefined,
    });
  }
  const read = await api.call(`${path}/dataId/${id}`);
  expect(read.body.data.file_metadata.photo.thumbnails).toEqual(thumbnails);
});

test('they are hidden in the trash with the image, come back with it, and go with it', async () => {
  const id = await newRecord();
  const { url, thumbnails } = (await upload(id, await photo())).body as unknown as { url: string; thumbnails: Record<string, string> };
  const all = [url, ...Object.values(thumbnails)];
  const works = () => all.filter((one) => stored(one)).length;
  const before = files.objects.size;
  expect(works()).toBe(4);
  await api.call(`${path}/dataId/${id}`, { method: 'DELETE' });
  expect([works(), files.objects.size]).toEqual([0, before]);
  await api.call(`${path}/dataId/${id}/restore`, { method: 'POST' });
  expect(works()).toBe(4);
  await upload(id, Buffer.from('only text'), 'note.txt', 'text/plain');
  expect([works(), files.objects.size]).toEqual([0, before - 3]);
});

test('the content tells an image, not its name or what the sender says', async () => {
  const png = await sharp({ create: { width: 40, height: 30, channels: 4, background: '#fff0' } })
    .png()
    .toBuffer();
  const named = await upload(await newRecord(), png, 'notes.txt', 'text/plain');
  expect(named.body).toMatchObject({ type: 'image/png', thumbnails: { 128: expect.any(String) } });
  const small = stored((named.body.thumbnails as Record<string, string>)['1280'] ?? '');
  expect(await sharp(small?.content).metadata()).toMatchObject({ width: 40, height: 30 });
  const said = await upload(await newRecord(), Buffer.from('not a picture'), 'cat.png', 'image/png');
  expect(said).toMatchObject({ status: 200, body: { size: 13 } });
  expect(said.body).not.toHaveProperty('thumbnails');
});

test.each([
  [
    'claims more pixels than are decoded',
    async () =>
      bomb(
        await sharp({ create: { width: 2, height: 2, channels: 3, background: '#000' } })
          .png()
          .toBuffer(),
      ),
  ],
  ['is cut off', async () => (await photo()).subarray(0, 900)],
] as const)('an image that %s is kept as a file without thumbnails', async (_, make) => {
  const before = files.objects.size;
  const answer = await upload(await newRecord(), await make());
  expect(answer.status).toBe(200);
  expect(answer.body).not.toHaveProperty('thumbnails');
  expect(files.objects.size).toBe(before + 1);
});

/** The same PNG with 30,000 × 30,000 in its header, and the header's checksum. */
function bomb(png: Buffer): Buffer {
  png.writeUInt32BE(30_000, 16);
  png.writeUInt32BE(30_000, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

test('an image sent to an upload address also gets thumbnails', async () => {
  const id = await newRecord();
  const content = await photo();
  const plan = { body: { name: 'photo.jpg', size: content.length } };
  const { uploadId, uploadUrl } = (await api.call(`${path}/dataId/${id}/upload-url?fieldName=photo`, plan)).body.data;
  files.finish(uploadUrl, content);
  const { body } = await api.call(`${path}/dataId/${id}/upload-complete`, { body: { uploadId } });
  expect(stored((body.thumbnails as Record<string, string>)['512'] ?? '')?.type).toBe('image/webp');
});
