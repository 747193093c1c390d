import { i18n } from '@lingui/core';
import { fields } from './en/fields.ts';
import { compiled } from './lingui/catalogue.ts';

/** English texts of typed fields. They come with the first form that has one: the first sight of the records has none. */
export const fieldFormTexts = { ...fields } as const;

i18n.load('en', compiled(fieldFormTexts));
