import { i18n } from '@lingui/core';
import { appMails } from './en/app-mails.ts';
import { compiled } from './lingui/catalogue.ts';

/** English texts of the mails to app users. They come with their page, which few visits open. */
export const appMailTexts = { ...appMails } as const;

i18n.load('en', compiled(appMailTexts));
