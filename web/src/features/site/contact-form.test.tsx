import { contactMessages } from '@bedplate/contract';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
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

test('a message about a page begins with it, which alone is nothing that could be lost', () => {
  window.history.replaceState(null, '', '/contact-us?about=%2Fdocumentation%2Ffields');
  onTestFinished(() => window.history.replaceState(null, '', '/'));
  render(<ContactForm />);
  const message = screen.getByLabelText('Message');
  expect(message).toHaveValue('About the page /documentation/fields: ');
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(leave()).toBe(false);
  fireEvent.change(message, { target: { value: 'About the page /documentation/fields: a word is missing' } });
  expect(leave()).toBe(true);
});
