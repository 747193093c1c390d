import { fonts } from '../../../lib/theme/tokens.ts';

const styles = { plain: `13px ${fonts.text}`, mono: `12px ${fonts.mono}` } as const;
/** Pixels. A figure has the width of a 0 everywhere in the table. */
const widths = { figure: 8.3, other: 7 };
/** The page's font may arrive after its stand-in was measured. */
const slack = 1.03;

let context: OffscreenCanvasRenderingContext2D | null | undefined;

/** @returns the pixels that a cell's text takes: measured, but no less than its characters usually take */
export function textWidth(text: string, style: keyof typeof styles): number {
  const figures = text.match(/\d/g)?.length ?? 0;
  const usual = figures * widths.figure + (text.length - figures) * widths.other;
  context ??= typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) return usual;
  context.font = styles[style];
  return Math.max(usual, context.measureText(text.replaceAll(/\d/g, '0')).width * slack);
}
