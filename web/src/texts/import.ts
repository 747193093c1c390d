import { i18n } from '@lingui/core';
import { importing } from './en/import.ts';
import { compiled } from './lingui/catalogue.ts';

/** English texts of an import, which come with its dialog. */
export const importTexts = { ...importing } as const;

i18n.load('en', compiled(importTexts));
