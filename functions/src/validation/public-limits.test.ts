import { readFileSync } from 'node:fs';
import { limits } from '@bedplate/contract';
import { expect, test } from 'vitest';

const page = readFileSync(new URL('../../../docs/limits.md', import.meta.url), 'utf8');
const units: Record<string, number> = { KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };

/** Other tests take a limit from the contract: they see that it holds, not that its figure is another one. */
test('every limit of the contract has the figure that docs/limits.md names', () => {
  const told = [...page.matchAll(/^\| `(\w+)` \| ([\d,]+)(?: (\w+))? \|/gm)].map(
    ([, name, figure = '', unit = '']) => [name, Number(figure.replaceAll(',', '')) * (units[unit] ?? 1)] as const,
  );
  expect(Object.fromEntries(told)).toEqual(limits);
});
