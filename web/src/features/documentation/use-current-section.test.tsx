import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useCurrentSection } from './use-current-section.ts';

const ids = ['one', 'two', 'three'];

function Page() {
  return (
    <>
      <output>{useCurrentSection(ids)}</output>
      {ids.map((id) => (
        <section key={id} id={id} />
      ))}
    </>
  );
}

/** Puts the sections at these distances from the window's top, at the end of the page. */
function atTheEnd(tops: number[]): void {
  for (const [at, id] of ids.entries()) {
    const section = document.getElementById(id);
    if (section) section.getBoundingClientRect = () => ({ top: tops[at] ?? 0 }) as DOMRect;
  }
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(window.innerHeight + 500);
  vi.stubGlobal('scrollY', 500);
}

afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

// Covers S0-2.7-07
test.each([
  ['', 'three'],
  ['#two', 'two'],
  ['#three', 'three'],
  ['#one', 'three'], // it is above the window
])('at the end of a page with %j the section %s is current', (hash, current) => {
  render(<Page />);
  window.history.replaceState(null, '', `/${hash}`);
  atTheEnd([-900, -20, 300]);
  act(() => void window.dispatchEvent(new Event('scroll')));
  expect(screen.getByRole('status')).toHaveTextContent(current);
});
