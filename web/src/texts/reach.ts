import { i18n } from '@lingui/core';
import { reach } from './en/reach.ts';
import { compiled } from './lingui/catalogue.ts';

/** English texts of a project's webhooks, keys and access, which come with those pages. */
export const reachTexts = { ...reach } as const;

i18n.load('en', compiled(reachTexts));
