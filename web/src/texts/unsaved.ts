import { i18n } from '@lingui/core';
import { unsaved } from './en/unsaved.ts';
import { compiled } from './lingui/catalogue.ts';

/** English texts of the question before what is typed is lost. They come with it. */
export const unsavedTexts = { ...unsaved } as const;

i18n.load('en', compiled(unsavedTexts));
