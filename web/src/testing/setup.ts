import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, type MockInstance, vi } from 'vitest';

let consoleError: MockInstance<typeof console.error>;

beforeEach(() => {
  consoleError = vi.spyOn(console, 'error');
});

/** An unexpected console.error (React warnings included) fails the test. */
afterEach(() => {
  cleanup();
  localStorage.clear();
  const [unexpected] = consoleError.mock.calls;
  if (unexpected) throw new Error(`console.error: ${unexpected.join(' ')}`);
});

// jsdom has no layout: what MUI asks for answers 'no match'.
window.matchMedia ??= (media: string) =>
  ({
    media,
    matches: false,
    onchange: null,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
    dispatchEvent: () => false,
  }) as MediaQueryList;
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
