import { fonts } from '../../../lib/theme/tokens.ts';

const styles = { plain: `13px ${fonts.text}`, mono: `12px ${fonts.mono}` } as const;
/** Pixels of an average character, where nothing can be measured. */
const average = 7.4;
/** The page's font may arrive after its stand-in was measured. */
const slack = 1.03;

let context: OffscreenCanvasRenderingContext2D | null | undefined;

/** @returns the pixels that a cell's text takes; figures all have the width of a 0 there */
export function textWidth(text: string, style: keyof typeof styles): number {
  context ??= typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) return text.length * average;
  context.font = styles[style];
  return context.measureText(text.replaceAll(/\d/g, '0')).width * slack;
}
