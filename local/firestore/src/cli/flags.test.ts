import { expect, test } from 'vitest';
import { portFlag, readFlags } from './flags.ts';

test('flags come with a value, with an equals sign, or bare', () => {
  const flags = readFlags(
    ['--port', '8080', '--project_id=demo', '--single_project_mode', 'true', '--salvage', '--testing'],
    new Set(['salvage']),
  );
  expect(Object.fromEntries(flags)).toEqual({
    port: '8080',
    'project-id': 'demo',
    'single-project-mode': 'true',
    salvage: 'true',
    testing: 'true',
  });
});

test('what is no flag is refused', () => {
  expect(() => readFlags(['8080'])).toThrow('"8080" is not a flag.');
});

test.each(['x', '-1', '70000', '1.5'])('%s is no port', (text) => {
  expect(() => portFlag(new Map([['port', text]]), 'port', 1)).toThrow('--port must be a port between 0 and 65535');
});
