import '@testing-library/jest-dom/vitest';
import './owner-stacks.ts';
import createCache from '@emotion/cache';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import { afterEach, beforeEach, type MockInstance, vi } from 'vitest';

configure({
  // A page's code is transformed when a test first opens it: more than the library's second, and half a minute beside other work.
  asyncUtilTimeout: 90_000,
  // The dialog on top is what a person sees; a page before it fills all lines that are printed. They are made when the text is read:
  // a wait throws such an error at each change of the page, and nobody reads it but the last.
  getElementError(message, container) {
    const text = () => {
      const shown = [...document.querySelectorAll('.MuiModal-root')].findLast((modal) => modal.getAttribute('aria-hidden') !== 'true');
      return `${message ?? ''}\n\n${prettyDOM(shown ?? container)}`;
    };
    const error = Object.assign(new Error(), { name: 'TestingLibraryElementError' });
    return Object.defineProperty(error, 'message', { configurable: true, get: text });
  },
});

// Files share a process and the libraries in it; the state of our own modules is each file's own.
vi.resetModules();
// Pages of staff load their texts through their routes, which tests of components go past.
await import('../texts/staff.ts');
// So is the language that a file before this one left on the document.
document.documentElement.removeAttribute('lang');

// Without layout the rules of the component library tell nothing, and each question about an element's role asks them all.
// Those of charts stay: a chart reads its size from them.
const { sheet } = createCache({ key: 'css' });
const insert = sheet.insert;
Object.getPrototypeOf(sheet).insert = function keepCharts(this: typeof sheet, rule: string) {
  if (rule.includes('MuiCharts')) insert.call(this, rule);
};

let consoleError: MockInstance<typeof console.error>;

beforeEach(() => {
  consoleError = vi.spyOn(console, 'error');
  vi.spyOn(console, 'warn').mockReturnValue(); // every read that fails is logged
});

/** An unexpected console.error (React warnings included) fails the test. */
afterEach(() => {
  cleanup();
  localStorage.clear();
  // The next file of this process would have them: a zone, another Blob.
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  const [unexpected] = consoleError.mock.calls;
  if (unexpected) throw new Error(`console.error: ${unexpected.join(' ')}`);
});

// Every page works by plain http as well, as on a machine of one’s network: browsers keep these from it.
for (const name of ['randomUUID', 'subtle']) Object.defineProperty(crypto, name, { value: undefined });

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
Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList;
