import type { Role, StorageFile } from '@bedplate/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../lib/api/api-error.ts';
import * as border from '../lib/api/upload.ts';
import { aPage, aProject } from '../testing/builders.ts';
import { fakeServer, type FakeRoutes, refuse } from '../testing/fake-server.ts';
import { asksBeforeLeaving } from '../testing/leaving.ts';
import { renderApp, signInAs } from '../testing/render-app.tsx';

const files = 'GET /app/fileStorage/p1/orders/files';

function aFile(name: string, size = 1536): StorageFile {
  return {
    name,
    size,
    url: `https://files.test/${name}`,
    type: 'application/pdf',
    recordId: `r-${name}`,
    uploadedAt: '2026-01-02T03:04:05.000Z',
  };
}

function open(path: string, routes: FakeRoutes = {}, role: Role = 'developer') {
  signInAs({ role });
  const server = fakeServer({
    'GET /app/projects/:id': () => ({ success: true, data: aProject() }),
    'GET /app/fileStorage/p1/folders': () => aPage([{ name: 'orders', storageId: 's1', storageName: 'Orders' }]),
    [files]: () => folder([aFile('invoice.pdf'), aFile('photo.JPG')]),
    ...routes,
  });
  return { ...server, ...renderApp(path) };
}

function folder(data: StorageFile[], nextCursor: string | null = null) {
  return { success: true, storageId: 's1', storageName: 'Orders', data, order: 'newest', nextCursor };
}

// Covers S2-2.k-01
test('a tile for each folder leads to its files', async () => {
  open('/project/p1/file-storage');
  const tile = await screen.findByRole('link', { name: /orders/ });
  expect(tile).toHaveAttribute('href', '/project/p1/file-storage/orders');
});

// Covers S2-2.k-02
test('without folders it says so', async () => {
  open('/project/p1/file-storage', { 'GET /app/fileStorage/p1/folders': () => aPage([]) });
  expect(await screen.findByText('No folders found')).toBeVisible();
});

// Covers S2-2.k-03, S2-2.k-04, S2-2.k-05, S2-2.k-06
test('pictures show as thumbnails, others as an icon, each with its size', async () => {
  open('/project/p1/file-storage/orders');
  const picture = await screen.findByRole('img', { name: 'photo.JPG' });
  expect(picture).toHaveAttribute('src', 'https://files.test/photo.JPG');
  expect(screen.getByRole('img', { name: 'pdf' })).toBeVisible();
  expect(screen.queryByRole('img', { name: 'invoice.pdf' })).toBeNull();
  expect(screen.getByText('invoice.pdf')).toBeVisible();
  expect(screen.getAllByText('1.5 KB')).toHaveLength(2);
});

test('an image shows its smaller copy, whatever its name', async () => {
  const picture = { ...aFile('scan'), thumbnail: 'https://files.test/scan.512.webp' };
  open('/project/p1/file-storage/orders', { [files]: () => folder([picture]) });
  expect(await screen.findByRole('img', { name: 'scan' })).toHaveAttribute('src', picture.thumbnail);
});

test('the folders show what the plan includes and what is used of it', async () => {
  const usage = { bytes: 1024 ** 3 / 2, limit: 1024 ** 3 };
  open('/project/p1/file-storage', { 'GET /app/fileStorage/p1/folders': () => ({ ...aPage([]), usage }) });
  expect(await screen.findByRole('progressbar', { name: '512 MB of 1 GB used by all projects' })).toHaveAttribute('aria-valuenow', '50');
});

// Covers S2-2.k-07
test('a folder without files says so', async () => {
  open('/project/p1/file-storage/orders', { [files]: () => folder([]) });
  expect(await screen.findByText('No files found in this storage')).toBeVisible();
});

test('further files are loaded after the first ones', async () => {
  const { user } = open('/project/p1/file-storage/orders', {
    [files]: ({ query }) => (query.get('cursor') ? folder([aFile('second.pdf')]) : folder([aFile('first.pdf')], 'next')),
  });
  await user.click(await screen.findByRole('button', { name: 'Load more files' }));
  expect(await screen.findByText('second.pdf')).toBeVisible();
  expect(screen.getByText('first.pdf')).toBeVisible();
});

test('files are in the order that the address names, newest first without one', async () => {
  const { user, address, to } = open('/project/p1/file-storage/orders', {
    [files]: ({ query }) => folder([aFile(query.get('order') === 'name' ? 'first by name.pdf' : 'newest.pdf')]),
  });
  expect(await screen.findByText('newest.pdf')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'By name' }));
  expect(await screen.findByText('first by name.pdf')).toBeVisible();
  expect(address()).toBe('/project/p1/file-storage/orders?order=name');
  expect(to(files).map(({ query }) => query.get('order'))).toEqual(['newest', 'name']);
  await user.click(screen.getByRole('button', { name: 'Newest first' }));
  expect(await screen.findByText('newest.pdf')).toBeVisible();
});

test('a folder with too many files to be sorted says how they are listed', async () => {
  open('/project/p1/file-storage/orders', { [files]: () => ({ ...folder([aFile('one.pdf')]), order: 'records' }) });
  expect(await screen.findByText(/more than 5,000 files/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'By name' })).toBeNull();
});

test('a file is shown larger, and deleted together with its record after a confirmation', async () => {
  const remove = 'DELETE /app/project/p1/dataStorages/s1/item/r-invoice.pdf';
  const { user, to } = open('/project/p1/file-storage/orders', { [remove]: () => ({ success: true }) });
  await user.click(await screen.findByRole('button', { name: 'Show invoice.pdf' }));
  const preview = await screen.findByRole('dialog', { name: 'invoice.pdf' });
  expect(within(preview).getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute('href', 'https://files.test/invoice.pdf');
  await user.click(within(preview).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Delete invoice.pdf' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete File?' });
  expect(to(remove)).toHaveLength(0);
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Item deleted successfully!')).toBeVisible();
  expect(screen.queryByText('invoice.pdf')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('invoice.pdf')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Delete invoice.pdf' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(to(remove)).toHaveLength(0);
  fireEvent(window, new Event('pagehide'));
  await waitFor(() => expect(to(remove)).toHaveLength(1));
});

test('of several files the one that is refused is named', async () => {
  vi.spyOn(border, 'upload')
    .mockRejectedValueOnce(new ApiError({ code: 'invalid-argument', status: 400, serverMessage: 'The name is too long.' }))
    .mockResolvedValueOnce({ success: true });
  const { user } = open('/project/p1/file-storage/orders');
  await user.upload(await screen.findByLabelText('Choose files'), [new File(['x'], 'one.png'), new File(['y'], 'two.png')]);
  expect(await screen.findByText('one.png: The name is too long.')).toBeVisible();
  expect(await screen.findByText('File uploaded successfully')).toBeVisible();
});

test('an upload is stopped, and the files after it are not sent', async () => {
  const sending = vi.spyOn(border, 'upload').mockImplementation(
    (_path, _form, { onProgress, signal } = {}) =>
      new Promise((_resolve, reject) => {
        onProgress?.(0.4);
        signal?.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  const { user } = open('/project/p1/file-storage/orders');
  const film = new File(['x'], 'film.mp4', { type: 'video/mp4' });
  await user.upload(await screen.findByLabelText('Choose files'), [film, new File(['y'], 'later.mp4', { type: 'video/mp4' })]);
  expect(await screen.findByRole('progressbar', { name: 'Uploading film.mp4' })).toHaveAttribute('aria-valuenow', '40');
  expect(asksBeforeLeaving()).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Stop uploading film.mp4' }));
  expect(await screen.findByText('The upload of film.mp4 was stopped.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  expect(sending).toHaveBeenCalledOnce();
  expect(asksBeforeLeaving()).toBe(false);
});

// Covers S2-2.k-08
test.each(['manager', 'user'] as const)('a %s does not see the files', async (role) => {
  const { address } = open('/project/p1/file-storage', {}, role);
  await waitFor(() => expect(address()).toBe('/project/p1/home'));
});

test('an image that cannot be drawn shows the icon of its kind', async () => {
  open('/project/p1/file-storage/orders');
  fireEvent.error(await screen.findByRole('img', { name: 'photo.JPG' }));
  expect(await screen.findByRole('img', { name: 'jpg' })).toBeVisible();
  expect(screen.queryByRole('img', { name: 'photo.JPG' })).toBeNull();
});

test('a folder that is not here leads to those that are', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  open('/project/p1/file-storage/orders', { [files]: () => refuse('not-found', 'Folder not found.') });
  expect(await screen.findByText('This folder is not here')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to File Storage' })).toHaveAttribute('href', '/project/p1/file-storage');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
