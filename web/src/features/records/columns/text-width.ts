import { fonts } from '../../../lib/theme/tokens.ts';

const styles = { plain: `13px ${fonts.text}`, mono: `12px ${fonts.mono}` } as const;
/** Pixels. Where figures stand below each other, as in the table, a sign is as wide as a figure: a hyphen is half as wide elsewhere. */
const widths = { plain: { figure: 8.43, other: 7 }, mono: { figure: 8.3, other: 7 } };
const figures = { plain: /[\d+=<>-]/g, mono: /\d/g };
/** The page's font may arrive after its stand-in was measured. */
const slack = 1.03;

let context: OffscreenCanvasRenderingContext2D | null | undefined;

/** @returns the pixels that a cell's text takes: measured, but no less than its characters usually take */
export function textWidth(text: string, style: keyof typeof styles): number {
  const { figure, other } = widths[style];
  const count = text.match(figures[style])?.length ?? 0;
  const usual = count * figure + (text.length - count) * other;
  context ??= typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) return usual;
  context.font = styles[style];
  if (style === 'mono') return Math.max(usual, context.measureText(text).width * slack);
  return Math.max(usual, count * figure + context.measureText(text.replaceAll(figures[style], '')).width * slack);
}
