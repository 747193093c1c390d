import type { RouteObject } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { preloadPages } from './preload-pages.ts';

const Page = () => null;
const asked: string[] = [];
const loading = (name: string) => async () => {
  asked.push(name);
  return { Component: Page };
};
const routes: RouteObject[] = [
  { lazy: loading('shell'), children: [{ path: '/project/:id/home', children: [{ index: true, lazy: loading('home') }] }] },
  { path: '/login', lazy: loading('login') },
];
let end: () => void;

beforeEach(() => {
  asked.length = 0;
  end = preloadPages(routes);
});

afterEach(() => {
  end();
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

function linkTo(href: string): HTMLElement {
  document.body.innerHTML = `<a href="${href}"><span>Go</span></a>`;
  const inner = document.querySelector('span');
  if (!inner) throw new Error('There is no link.');
  return inner;
}

const over = (element: HTMLElement) => element.dispatchEvent(new Event('pointerover', { bubbles: true }));

test('a link that is pointed at has its page and what stands around it loaded, once', () => {
  const link = linkTo('/project/p1/home?tab=usage');
  over(link);
  over(link);
  expect(asked).toEqual(['shell', 'home']);
});

test('a link that the keyboard comes to as well', () => {
  linkTo('/login').parentElement?.focus();
  expect(asked).toEqual(['login']);
});

test('nothing is loaded for other sites, other elements, or after the end', () => {
  over(linkTo('https://example.test/login'));
  over(document.body);
  end();
  over(linkTo('/login'));
  expect(asked).toEqual([]);
});

test('nothing is loaded for who is offline or saves data', () => {
  const link = linkTo('/login');
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  over(link);
  onLine.mockReturnValue(true);
  Object.assign(navigator, { connection: { saveData: true } });
  over(link);
  Object.assign(navigator, { connection: undefined });
  expect(asked).toEqual([]);
  over(link);
  expect(asked).toEqual(['login']);
});
