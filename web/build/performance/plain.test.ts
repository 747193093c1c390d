import { expect, test, vi } from 'vitest';
import { performance } from './index.ts';

const namesOf = (plain: string) => performance(plain).map(({ name }) => name);

test('one switch builds without any trick, or without the named ones', () => {
  expect(namesOf('')).toEqual(['chunk-groups', 'compile-hints', 'font-preload', 'first-styles', 'library-patches']);
  expect(namesOf('compile-hints,library-patches')).toEqual(['chunk-groups', 'font-preload', 'first-styles']);
  expect(namesOf('1')).toEqual([]);
});

test('no other plugin of the build groups or hints files', async () => {
  vi.stubEnv('BEDPLATE_PLAIN', '1');
  const { default: config } = await import('../../vite.config.ts');
  expect(JSON.stringify(config)).not.toMatch(/chunk-groups|compile-hints|font-preload|first-styles|library-patches|codeSplitting/);
});
