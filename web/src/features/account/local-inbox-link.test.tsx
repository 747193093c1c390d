import { render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';

/** Settings are read once; each test begins without them. */
async function renderLink(emulators: object | null) {
  vi.resetModules();
  const { LocalInboxLink } = await import('./local-inbox-link.tsx');
  const server = fakeServer({ 'GET /app/config': () => ({ success: true, data: { emulators } }) });
  const { container } = render(<LocalInboxLink />);
  await waitFor(() => expect(server.to('GET /app/config')).toHaveLength(1));
  return container;
}

test('on one machine a link leads to the inbox of all mails', async () => {
  await renderLink({ auth: '127.0.0.1:9099', firestore: '127.0.0.1:8080', storage: null, inbox: 'http://127.0.0.1:1080' });
  const link = await screen.findByRole('link', { name: 'Open the local inbox' });
  expect(link).toHaveAttribute('href', 'http://127.0.0.1:1080');
});

test.each([[null], [{ auth: '127.0.0.1:9099', firestore: '127.0.0.1:8080', storage: null, inbox: null }]])(
  'with emulators %j no inbox is named',
  async (emulators) => {
    const container = await renderLink(emulators);
    await new Promise((resolve) => setTimeout(resolve, 50)); // the answer has come
    expect(container).toBeEmptyDOMElement();
  },
);
