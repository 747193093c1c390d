import { contactMessages } from '@bedplate/contract';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, refuse } from '../../testing/fake-server.ts';
import { ContactForm } from './contact-form.tsx';

async function write(answer: () => object) {
  fakeServer({ 'POST /app/contact-us': answer });
  render(<ContactForm />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Name'), 'Ada');
  await user.type(screen.getByLabelText('E-mail'), 'ada@example.com');
  await user.type(screen.getByLabelText('Message'), 'Hello');
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Send Message' }));
}

// Covers S0-4-38
test('the success of the form hides after two seconds', async () => {
  await write(() => ({ success: true }));
  expect(await screen.findByText(contactMessages.sent)).toBeVisible();
  await waitFor(() => expect(screen.getByRole('status')).toBeEmptyDOMElement());
});

test('too many messages are not answered with an invitation to try again', async () => {
  await write(() => refuse('too-many-requests', 'Too many.'));
  expect(await screen.findByText(/several messages within the hour/)).toBeVisible();
});

test('each field that must be filled in is marked', () => {
  render(<ContactForm />);
  for (const label of ['Name', 'E-mail', 'Message']) {
    expect(screen.getByLabelText(label)).toBeRequired();
    expect(screen.getByText(label)).toHaveClass('needed');
  }
});

test('each field that has to be filled is marked, the consent as well', () => {
  const { container } = render(<ContactForm />);
  const marked = [...container.querySelectorAll('[required]')].map((field) => field.closest('label')?.querySelector('.needed') !== null);
  expect(marked).toEqual([true, true, true, true]);
});
