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

test('a place for files keeps what it says of a drop', () => {
  render(<div onDragOver={(event) => event.preventDefault()}>Drop here</div>);
  render(<Page />);
  const [place, field] = [screen.getByText('Drop here'), screen.getByLabelText('Name')];
  const saidAt = (element: HTMLElement) => {
    const dataTransfer = { types: ['Files'], dropEffect: 'copy' };
    fireEvent.dragOver(element, { dataTransfer });
    return dataTransfer.dropEffect;
  };
  expect([saidAt(place), saidAt(field)]).toEqual(['copy', 'none']);
});
