import { i18n } from '@lingui/core';
import { requests } from './en/requests.ts';
import { compiled } from './lingui/catalogue.ts';

/** English texts of the request log, which come with its page. */
export const requestTexts = { ...requests } as const;

i18n.load('en', compiled(requestTexts));
