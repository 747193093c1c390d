import { expect, test } from 'vitest';
import { chartHues } from './chart-colours.ts';
import { tokens } from './tokens.ts';

test.each(['light', 'dark'] as const)('no two series of a chart look alike in %s, and each is seen on its surface', (scheme) => {
  const hues: readonly string[] = chartHues[scheme];
  const alike = hues.flatMap((one, at) => hues.slice(at + 1).filter((other) => distance(one, other) < 0.1));
  expect(alike).toEqual([]);
  expect(hues.filter((hue) => contrast(hue, tokens[scheme].surface) < 3)).toEqual([]);
});

/** How unlike two colours look: their distance in Oklab. */
function distance(one: string, other: string): number {
  const from = oklab(one);
  return Math.hypot(...oklab(other).map((part, at) => part - (from[at] ?? 0)));
}

function oklab(colour: string): readonly number[] {
  const [r, g, b] = linear(colour);
  const l = Math.cbrt(0.4122 * r + 0.5363 * g + 0.0514 * b);
  const m = Math.cbrt(0.2119 * r + 0.6807 * g + 0.1074 * b);
  const s = Math.cbrt(0.0883 * r + 0.2817 * g + 0.63 * b);
  return [0.2105 * l + 0.7936 * m - 0.0041 * s, 1.978 * l - 2.4286 * m + 0.4506 * s, 0.0259 * l + 0.7828 * m - 0.8087 * s];
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [r, g, b] = linear(colour);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function linear(colour: string): [number, number, number] {
  const part = (from: number) => {
    const value = Number.parseInt(colour.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}
