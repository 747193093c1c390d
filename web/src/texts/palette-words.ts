import { i18n } from '@lingui/core';
import { paletteWords } from './en/palette-words.ts';
import { compiled } from './lingui/catalogue.ts';

/** English texts of the command palette, which come with its first opening. */
export const paletteTexts = { ...paletteWords } as const;

i18n.load('en', compiled(paletteTexts));
