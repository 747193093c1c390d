import { i18n } from '@lingui/core';
import { undo } from './en/undo.ts';
import { compiled } from './lingui/catalogue.ts';

/** English texts of an undo. They come with the first page that offers one. */
export const undoTexts = { ...undo } as const;

i18n.load('en', compiled(undoTexts));
