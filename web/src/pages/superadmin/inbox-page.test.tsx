import type { InboxMessage } from '@bedplate/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { liveSubscriptions } from '../../lib/live/live-registry.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderApp, signInAs } from '../../testing/render-app.tsx';
import { loadTexts } from '../../texts/index.ts';

const contact: InboxMessage = {
  id: 'c1',
  type: 'contact',
  fullName: 'Cara Writer',
  email: 'cara@example.test',
  subject: '',
  message: 'How much?',
  createdAt: '2026-01-02T03:04:05.000Z',
  isRead: true,
  state: 'open',
  assignee: null,
  replies: [],
};
const feedback: InboxMessage = {
  ...contact,
  id: 'f1',
  type: 'feedback',
  fullName: 'Finn Feedback',
  subject: 'Idea',
  message: 'More cowbell',
  images: [{ name: 'dot.png', dataUrl: 'http://files.test/dot.png' }],
};

function open(routes: Parameters<typeof fakeServer>[0] = {}) {
  signInAs({ role: 'superadmin' });
  const server = fakeServer({
    'GET /app/feedback': () => ({
      success: true,
      data: {
        messages: {
          feedback: { items: [feedback], total: 61 },
          contact: { items: [contact], total: 1 },
          all: { items: [feedback, contact], total: 62 },
        },
      },
    }),
    ...routes,
  });
  return { server, ...renderApp('/superadmin/feedbacks') };
}

// Covers S2-2.r-01, S2-2.r-02, S2-2.r-03, S2-2.r-07
test('the hub has its title, totals, tabs with counts and rows with badges', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'User Engagement Hub' })).toBeVisible();
  expect(await screen.findByText('Total messages: 62')).toBeVisible();
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['All (62)', 'Feedbacks (61)', 'Contact Us Inquiry (1)']);
  const row = screen.getByRole('button', { name: 'Open the message of Finn Feedback' });
  expect(row).toHaveTextContent(/Feedback.*Finn Feedback.*Idea.*More cowbell.*1/);
  expect(screen.getByRole('button', { name: 'Open the message of Cara Writer' })).toHaveTextContent('Inquiry');
});

// Covers S2-2.r-08, S2-2.r-09
test('a row shows fifteen characters of a name and 80 of a message beside a subject, else 50, and no style cuts them again', async () => {
  const rows = [
    { ...feedback, fullName: 'Bartholomew Longname', message: 'm'.repeat(90) },
    { ...contact, message: 'q'.repeat(90) },
  ];
  const none = { items: [], total: 0 };
  open({
    'GET /app/feedback': () => ({ success: true, data: { messages: { feedback: none, contact: none, all: { items: rows, total: 2 } } } }),
  });
  for (const text of [`${'m'.repeat(80)}…`, `${'q'.repeat(50)}…`]) {
    const { textOverflow, whiteSpace, overflow } = getComputedStyle(await screen.findByText(text));
    expect([textOverflow, whiteSpace, overflow]).not.toEqual(expect.arrayContaining([expect.stringMatching(/ellipsis|nowrap|hidden/)]));
  }
  expect(screen.getByText('Bartholomew Lon…')).toBeVisible();
});

// Covers S2-2.r-10, S2-9-03, S2-4-21
test('pages have an ellipsis above five; search, sort and tab lead back to the first', async () => {
  const { server, user } = open();
  await user.click(await screen.findByRole('button', { name: /page 2/i }));
  await waitFor(() => expect(server.to('GET /app/feedback').at(-1)?.query.get('page')).toBe('2'));
  expect(screen.getByText('…')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /Sort by date/ }));
  await waitFor(() => expect(server.to('GET /app/feedback').at(-1)?.query.get('sortOrder')).toBe('ASC'));
  expect(server.to('GET /app/feedback').at(-1)?.query.get('page')).toBe('1');
});

// Covers S2-2.r-11, S2-2.r-12, S2-2.r-13, S2-2.r-14, S2-2.r-15, S2-2.r-16
test('a row opens the whole message; Escape closes it', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Open the message of Finn Feedback' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Feedback' }));
  expect(dialog.getByText('Subject')).toBeVisible();
  expect(dialog.getByText('cara@example.test')).toBeVisible();
  expect(dialog.getByText(/^\w{3}, Jan \d, 2026 \d+:\d\d [AP]M \(.+\)$/)).toBeVisible();
  expect(dialog.getByRole('heading', { name: 'Attachments' })).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Download dot.png' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Open the message of Cara Writer' }));
  const other = within(await screen.findByRole('dialog', { name: 'Contact Inquiry' }));
  expect(other.queryByText('Subject')).toBeNull();
  expect(other.queryByRole('heading', { name: 'Attachments' })).toBeNull();
  await user.click(other.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('what people typed is plain text in its own direction, message and replies alike', async () => {
  const arabic = 'مرحبا، لدي سؤال.';
  const html = '<img src="x" onerror="alert(1)">';
  const replies = [{ text: arabic, by: 'Stella Staff', at: '2026-01-02T04:00:00.000Z' }];
  const item = { ...contact, fullName: html, message: `${arabic}\n${html}`, replies };
  const list = { items: [item], total: 1 };
  const messages = { feedback: { items: [], total: 0 }, contact: list, all: list };
  const { user } = open({ 'GET /app/feedback': () => ({ success: true, data: { messages } }) });
  await user.click(await screen.findByRole('button', { name: /onerror/ }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(html)).toBeVisible();
  expect(dialog.queryByRole('img')).toBeNull();
  for (const text of [/^مرحبا.*onerror/s, arabic]) expect(dialog.getByText(text)).toHaveAttribute('dir', 'auto');
});

// Covers S2-8-29
test('an inbox that cannot be loaded says so instead', async () => {
  open({ 'GET /app/feedback': () => new Response('', { status: 400 }) });
  expect(await screen.findByText('Failed to fetch messages. Please try again later.')).toBeVisible();
  expect(screen.queryByRole('tab')).toBeNull();
});

// Covers S2-2.r-05
test('From and To limit the list to the chosen days and take no day to come', async () => {
  const { server, user } = open();
  const from = await screen.findByLabelText('From Date');
  await user.type(from, '01/02/2026');
  await waitFor(() => expect(server.to('GET /app/feedback').at(-1)?.query.get('from')).toBe('2026-01-02'));
  await user.type(screen.getByLabelText('To Date'), '01/03/2026');
  await waitFor(() => expect(server.to('GET /app/feedback').at(-1)?.query.get('to')).toBe('2026-01-03'));
  const to = screen.getByLabelText('To Date');
  const calls = server.to('GET /app/feedback').length;
  await user.clear(to);
  await user.type(to, '01/01/2999');
  await waitFor(() => expect(to).toBeInvalid());
  expect(
    server
      .to('GET /app/feedback')
      .slice(calls)
      .some(({ query }) => query.get('to')?.startsWith('2999')),
  ).toBe(false);
});

test('a message is given to a colleague and closed; the address opens it', async () => {
  let stored: InboxMessage = feedback;
  const { server, user, address } = open({
    'GET /app/superadmin/staff': () => ({ success: true, data: [{ id: 'staff1', name: 'Stella Staff' }] }),
    'GET /app/superadmin/messages/feedback/f1': () => ({ success: true, data: stored }),
    'PUT /app/superadmin/messages/feedback/f1': ({ body }) => {
      const { assigneeId, state } = body as { assigneeId?: string; state?: 'open' | 'closed' };
      stored = { ...stored, ...(assigneeId ? { assignee: { id: assigneeId, name: 'Stella Staff' } } : {}), ...(state ? { state } : {}) };
      return { success: true, data: stored };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Open the message of Finn Feedback' }));
  expect(address()).toBe('/superadmin/feedbacks?message=feedback%2Ff1');
  const dialog = within(await screen.findByRole('dialog', { name: 'Feedback' }));
  await dialog.findByRole('option', { name: 'Stella Staff' });
  await user.selectOptions(dialog.getByLabelText('Assigned to'), 'staff1');
  await waitFor(() => expect(dialog.getByLabelText('Assigned to')).toHaveValue('staff1'));
  await user.click(dialog.getByRole('button', { name: 'Close message' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.to('PUT /app/superadmin/messages/feedback/f1').map(({ body }) => body)).toEqual([
    { assigneeId: 'staff1' },
    { state: 'closed' },
  ]);
  await user.selectOptions(screen.getByLabelText('State'), 'closed');
  await waitFor(() => expect(server.to('GET /app/feedback').at(-1)?.query.get('state')).toBe('closed'));
  expect(address()).toBe('/superadmin/feedbacks?state=closed');
});

test('a new message appears without a click', async () => {
  const { server } = open();
  await screen.findByRole('button', { name: 'Open the message of Finn Feedback' });
  const listener = liveSubscriptions().find(({ query }) => query.path === 'contacts');
  const calls = server.to('GET /app/feedback').length;
  act(() => listener?.onSnapshot({ first: false, docs: [], changed: ['new'] }));
  await waitFor(() => expect(server.to('GET /app/feedback').length).toBeGreaterThan(calls));
});

test('a message tells its day in the language of the page', async () => {
  const read = async () => {
    const { user, unmount } = open();
    await user.click(await screen.findByRole('button', { name: /Cara Writer/ }));
    const text = (await screen.findByRole('dialog')).textContent;
    unmount();
    return text;
  };
  expect(await read()).toMatch(/Fri, Jan 2, 2026 \d+:04 AM/);
  await loadTexts('zh');
  onTestFinished(() => loadTexts('en'));
  expect(await read()).toMatch(/2026年1月2日星期五 \d+:04/);
});
