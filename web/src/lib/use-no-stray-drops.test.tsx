import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useNoStrayDrops } from './use-no-stray-drops.ts';

function Page() {
  useNoStrayDrops();
  return <input aria-label="Name" />;
}

test.each([
  ['dragOver', 'Files', true],
  ['drop', 'Files', true],
  ['drop', 'text/plain', false],
] as const)('of a %s of %s beside a place for files the browser is kept: %s', (kind, type, isKept) => {
  render(<Page />);
  const field = screen.getByLabelText('Name');
  const event = createEvent[kind](field, { dataTransfer: { types: [type] } });
  fireEvent(field, event);
  expect(event.defaultPrevented).toBe(isKept);
});
