import { i18n } from '@lingui/core';
import { namedKeys } from './en/named-keys.ts';
import { compiled } from './lingui/catalogue.ts';

/** English texts of named keys. They come with the pages that show keys or what they may do. */
export const namedKeyTexts = { ...namedKeys } as const;

i18n.load('en', compiled(namedKeyTexts));
