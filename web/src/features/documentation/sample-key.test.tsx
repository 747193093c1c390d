import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { Sample } from '../../../build/topics/topic.ts';
import { aPage } from '../../testing/builders.ts';
import { type FakeRoutes, fakeServer, refuse } from '../../testing/fake-server.ts';
import { signInAs } from '../../testing/render-app.tsx';
import { ChooseStorage } from './choose-storage.tsx';
import { ReaderProvider } from './reader.tsx';
import { Samples } from './samples.tsx';

const call: Sample = {
  tab: 'curl',
  language: 'bash',
  code: `curl {{endpoint}}/api/{{storageKey}}/{{storageId}} \\
  -H "X-API-Key: {{apiKey}}" \\
  -H "X-Secret-Key: {{secretKey}}" \\
  -H "X-Project-ID: {{projectId}}"`,
};
const command: Sample = {
  tab: null,
  language: 'bash',
  code: 'BEDPLATE_API_KEY={{apiKey}} BEDPLATE_SECRET_KEY={{secretKey}} node server.js',
};
const storages = [
  { id: 's1', storageName: 'Projects', storageKey: 'projects' },
  { id: 's2', storageName: 'People', storageKey: 'users' },
  { id: 's3', storageName: 'Letters', storageKey: 'letters' },
];

afterEach(() => sessionStorage.clear());

async function open(more: FakeRoutes = {}, person: Parameters<typeof signInAs>[0] = {}) {
  signInAs(person);
  const server = fakeServer({
    'GET /app/projects': () => aPage([{ id: 'p1', name: 'App' }]),
    'GET /app/project/p1/dataStorages': () => aPage(storages),
    'POST /app/keys': () => Response.json({ success: true, data: { apiKey: 'bp_sample_key' } }, { status: 201 }),
    ...more,
  });
  const { unmount } = render(
    <ReaderProvider>
      <ChooseStorage />
      <Samples samples={[call]} />
      <Samples samples={[command]} />
    </ReaderProvider>,
  );
  const [shown, shell] = [() => screen.getByRole('tabpanel'), () => screen.getByText(/node server\.js/)];
  const press = async () => userEvent.click(await screen.findByRole('button', { name: 'Make a key for these samples' }));
  return { ...server, unmount, shown, shell, press };
}

test('samples hold a key after one press, which makes it for the storages that they name', async () => {
  const { to, shown, shell, press } = await open();
  expect(await screen.findByText(/may read, create, change and delete in Projects, People,/)).toBeVisible();
  expect(shown()).toHaveTextContent('YOUR_API_KEY');
  expect(to('POST /app/keys')).toHaveLength(0);
  await press();
  expect(await screen.findByText(/bp_sample_key/)).toBeVisible();
  expect(to('POST /app/keys').map(({ body }) => body)).toEqual([
    { name: 'Documentation', projectId: 'p1', storages: ['s1', 's2'], verbs: ['read', 'create', 'update', 'delete', 'authenticate'] },
  ]);
  expect(shown()).not.toHaveTextContent(/Secret/);
  expect(shell()).toHaveTextContent('BEDPLATE_API_KEY=YOUR_API_KEY BEDPLATE_SECRET_KEY=YOUR_SECRET_KEY');
  expect(screen.getByRole('link', { name: 'Keys & access' })).toHaveAttribute('href', '/project/p1/keys');
  expect(JSON.stringify(localStorage)).not.toContain('bp_sample_key');
});

test('the next topic names the same storage and holds the same key, for the same person in the same tab', async () => {
  const first = await open();
  await userEvent.selectOptions(await screen.findByLabelText('Storage'), 's3');
  await first.press();
  expect(await screen.findByText(/bp_sample_key/)).toBeVisible();
  await waitFor(() => expect(sessionStorage.getItem('ownSamples')).toContain('bp_sample_key'));
  first.unmount();
  const next = await open();
  expect(await screen.findByText(/bp_sample_key/)).toBeVisible();
  expect(next.shown()).toHaveTextContent('/api/letters/s3');
  next.unmount();
  const other = await open({}, { userId: 'u2' });
  expect(await screen.findByRole('button', { name: 'Make a key for these samples' })).toBeVisible();
  expect(other.shown()).toHaveTextContent(/projects\/s1.*YOUR_API_KEY/);
});

test('another storage is not called with the key of the first one', async () => {
  const { shown, press } = await open();
  await press();
  expect(await screen.findByText(/bp_sample_key/)).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText('Storage'), 's3');
  expect(shown()).toHaveTextContent('YOUR_API_KEY');
  expect(await screen.findByText(/in People, Letters,/)).toBeVisible();
});

test('a refusal is told with its reason, and the press can be repeated', async () => {
  const { answer, press } = await open({ 'POST /app/keys': () => refuse('conflict', 'The account has 100 keys: remove one.') });
  await press();
  expect(await screen.findByText('No key was made: The account has 100 keys: remove one.')).toBeVisible();
  answer({ 'POST /app/keys': () => Response.json({ success: true, data: { apiKey: 'bp_second' } }, { status: 201 }) });
  await press();
  expect(await screen.findByText(/bp_second/)).toBeVisible();
  expect(screen.queryByText(/No key was made/)).toBeNull();
});

test('who may make no keys is offered none', async () => {
  await open({}, { role: 'developer' });
  expect(await screen.findByLabelText('Storage')).toBeVisible();
  expect(screen.queryByRole('button', { name: /key/ })).toBeNull();
});
