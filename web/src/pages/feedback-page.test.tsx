import type { Role } from '@bedplate/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../lib/api/api-error.ts';
import { pageLoad } from '../lib/browser.ts';
import * as border from '../lib/api/upload.ts';
import { aPage, aProject, anAccount } from '../testing/builders.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { asksBeforeLeaving } from '../testing/leaving.ts';
import { renderApp, signInAs } from '../testing/render-app.tsx';

// jsdom draws no blobs.
beforeEach(() => {
  let made = 0;
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => `blob:${(made += 1)}`, revokeObjectURL: () => {} }));
});
afterEach(() => vi.unstubAllGlobals());

function anImage(name: string, type = 'image/png'): File {
  return new File(['x'], name, { type });
}

async function open(role: Role = 'admin') {
  signInAs({ role });
  fakeServer({
    'GET /app/projects': () => aPage([aProject()]),
    'GET /app/users/getUser': () => ({ success: true, data: anAccount({ role }) }),
  });
  const app = renderApp('/feedback');
  await screen.findByDisplayValue('ada@example.com');
  const type = async (name: string, text: string) => {
    await app.user.clear(screen.getByRole('textbox', { name }));
    if (text) await app.user.type(screen.getByRole('textbox', { name }), text);
  };
  const attach = (...files: File[]) => fireEvent.change(screen.getByLabelText('Images'), { target: { files } });
  return { ...app, type, attach, send: () => app.user.click(screen.getByRole('button', { name: 'Send Feedback' })) };
}

// Covers S2-2.l-01, S2-2.l-02
test.each(['admin', 'manager', 'developer', 'user'] as const)('it opens for a %s with its fields', async (role) => {
  await open(role);
  for (const name of ['Full name', 'Email', 'Subject', 'Message']) expect(screen.getByRole('textbox', { name })).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Subject' })).toHaveAttribute('maxlength', '60');
  expect(screen.getByRole('button', { name: 'Attach images' })).toBeVisible();
});

// Covers S2-2.l-03, S2-2.l-05, S2-2.l-06, S2-2.l-07
test('three previews, the third with the number of the others; each can be removed', async () => {
  const { user, attach } = await open();
  attach(anImage('1.png'), anImage('2.png'));
  attach(anImage('3.png'));
  expect(screen.getByRole('heading', { name: 'Attached Image (3)' })).toBeVisible();
  expect(screen.queryByText(/^\+\d$/)).toBeNull();
  attach(anImage('4.png'), anImage('5.png'));
  expect(screen.getByRole('heading', { name: 'Attached Image (5)' })).toBeVisible();
  expect(screen.getAllByRole('img', { name: /\.png$/ })).toHaveLength(3);
  expect(screen.getByText('+2')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove 1.png' }));
  expect(screen.getByRole('heading', { name: 'Attached Image (4)' })).toBeVisible();
  expect(screen.queryByRole('img', { name: '1.png' })).toBeNull();
});

// Covers S2-2.l-04
test('a file that is no image is not taken', async () => {
  const { attach } = await open();
  attach(anImage('notes.pdf', 'application/pdf'));
  expect(screen.getByText(/notes.pdf is not an image/)).toBeVisible();
  expect(screen.queryByRole('heading', { name: /Attached Image/ })).toBeNull();
});

test.each([
  ['Full name', 'Message', 'Please fill in all required fields'],
  ['Email', 'Message', 'Please fill in all required fields'],
  ['Message', 'Full name', 'Please fill in all required fields'],
  // Covers S2-5-07
])('without %s it says so and sends nothing', async (empty, filled, text) => {
  const upload = vi.spyOn(border, 'upload');
  const { type, send } = await open();
  await type(filled, 'Something');
  await type(empty, '');
  await send();
  expect(await screen.findByText(text)).toBeVisible();
  expect(upload).not.toHaveBeenCalled();
});

// Covers S2-5-08
test('a wrong e-mail is told and nothing is sent', async () => {
  const upload = vi.spyOn(border, 'upload');
  const { type, send } = await open();
  await type('Message', 'Hello');
  await type('Email', 'nobody');
  await send();
  expect(await screen.findByText('Please enter a valid email address')).toBeVisible();
  expect(upload).not.toHaveBeenCalled();
});

// Covers S2-2.l-08, S2-2.l-09, S2-9-04
test('it is sending for two seconds, then the success box stands', async () => {
  const upload = vi.spyOn(border, 'upload').mockResolvedValue({});
  const { type, attach, send } = await open();
  await type('Message', 'It works.');
  attach(anImage('shot.png'));
  const began = performance.now();
  await send();
  expect(screen.getByRole('button', { name: 'Sending...' })).toBeDisabled();
  expect(await screen.findByText('Yasss, your message is in our inbox!')).toBeVisible();
  expect(performance.now() - began).toBeGreaterThan(1900);
  expect(screen.getByText('We’ll get back to you ASAP. Stay tuned!')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send Feedback' })).toBeEnabled();
  const form = upload.mock.calls[0]?.[1];
  expect([...(form?.keys() ?? [])]).toEqual(['fullName', 'email', 'subject', 'message', 'images']);
});

test('what is typed and attached while a message is on its way stays for the next; previews are given back', async () => {
  const answered = Promise.withResolvers<object>();
  vi.spyOn(border, 'upload').mockReturnValue(answered.promise);
  const revoked = vi.spyOn(URL, 'revokeObjectURL');
  const { type, attach, send, unmount } = await open();
  await type('Message', 'It works.');
  attach(anImage('first.png'));
  const first = (await screen.findByRole('img', { name: /first/ })).getAttribute('src');
  await send();
  await type('Subject', 'And one more thing');
  attach(anImage('second.png'));
  const second = (await screen.findByRole('img', { name: /second/ })).getAttribute('src');
  answered.resolve({});
  expect(await screen.findByText('Yasss, your message is in our inbox!')).toBeVisible();
  expect(screen.getByLabelText('Message')).toHaveValue('');
  expect(screen.getByLabelText('Subject')).toHaveValue('And one more thing');
  expect(screen.getAllByRole('img', { name: /first|second/ }).map((image) => image.getAttribute('alt'))).toEqual([
    expect.stringContaining('second'),
  ]);
  expect(revoked).toHaveBeenCalledWith(first);
  expect(revoked).not.toHaveBeenCalledWith(second);
  unmount();
  expect(revoked).toHaveBeenCalledWith(second);
});

test('two presses within one frame send one message', async () => {
  const upload = vi.spyOn(border, 'upload').mockResolvedValue({});
  const { type } = await open();
  await type('Message', 'It works.');
  const button = screen.getByRole('button', { name: 'Send Feedback' });
  act(() => {
    button.click();
    button.click();
  });
  expect(await screen.findByText('Yasss, your message is in our inbox!')).toBeVisible();
  expect(upload).toHaveBeenCalledOnce();
});

// Covers S2-8-28
test('a failure shows in the error box', async () => {
  vi.spyOn(border, 'upload').mockRejectedValue(new ApiError({ code: 'network' }));
  const { type, send } = await open();
  await type('Message', 'Hello');
  await send();
  await waitFor(() => expect(screen.getByText('Failed to send message. Please try again.')).toBeVisible());
  expect(within(screen.getByRole('alert')).getByText(/Failed to send/)).toBeVisible();
});

test('a form in the page asks before a link, a logout or a closed tab loses what was typed', async () => {
  const { user, type, address } = await open();
  const leaving = vi.spyOn(pageLoad, 'open').mockReturnValue();
  expect(asksBeforeLeaving()).toBe(false);
  await type('Message', 'The longest message');
  expect(asksBeforeLeaving()).toBe(true);
  const keep = async () => {
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue('The longest message');
  };
  await user.click(screen.getAllByRole('link', { name: /Projects/ })[0] as HTMLElement);
  await keep();
  await user.click(screen.getByRole('button', { name: 'Account' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
  await keep();
  expect(leaving).not.toHaveBeenCalled();
  await user.click(screen.getAllByRole('link', { name: /Projects/ })[0] as HTMLElement);
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(address()).toBe('/projects'));
  await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
});
