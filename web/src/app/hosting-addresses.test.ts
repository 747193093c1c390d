import { readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import type { RouteObject } from 'react-router-dom';
import { expect, test } from 'vitest';
import { publicPageAt } from '../site/site-pages.tsx';
import { routes } from './routes.tsx';

const { hosting } = JSON.parse(readFileSync('../firebase.json', 'utf8')) as {
  hosting: { rewrites: { source: string; destination?: string }[] };
};
const consoleSources = hosting.rewrites.filter(({ destination }) => destination === '/console.html').map(({ source }) => source);
const addresses = pathsOf(routes).map((path) => path.replace(/:\w+/g, '01kb0example0id'));

test('Hosting answers each page of the console, with whatever id, and no other address', () => {
  expect(addresses.length).toBeGreaterThan(40);
  expect(addresses.filter((address) => !isAnswered(address))).toEqual([]);
  const unknown = [
    '/nothing',
    '/projects/p1',
    '/login/again',
    '/project',
    '/user/t1',
    '/documentation/nothing',
    '/assets/old.js',
    '/a.php',
  ];
  unknown.push('/project/p1/nothing', '/project/p1/data-storage/s1', '/user/t1/nothing', '/superadmin/nothing', '/superadmin/users/u1');
  expect(unknown.filter(isAnswered)).toEqual([]);
});

test('Hosting names no page that the console does not have', () => {
  const dead = consoleSources.flatMap(addressesOf).filter((address) => !addresses.includes(address));
  expect(dead).toEqual([]);
});

function pathsOf(list: RouteObject[]): string[] {
  return list.flatMap(({ path, children }) => [
    ...(path && path !== '*' && path !== '/documentation/:topic' ? [path] : []),
    ...pathsOf(children ?? []),
  ]);
}

function isAnswered(address: string): boolean {
  return publicPageAt(address) !== undefined || consoleSources.some((source) => matchesGlob(address, source));
}

/** Every address of a source: one for each of its choices. */
function addressesOf(source: string): string[] {
  const [, before, choices, after] = /^(.*)@\((.*)\)(.*)$/.exec(source) ?? [];
  const all = choices === undefined ? [source] : choices.split('|').map((choice) => `${before}${choice}${after}`);
  return all.map((address) => address.replaceAll('*', '01kb0example0id'));
}
