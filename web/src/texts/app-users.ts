import { i18n } from '@lingui/core';
import { appUsers } from './en/app-users.ts';
import { compiled } from './lingui/catalogue.ts';

/** English texts of the settings of app users. They come with these settings, which few visits open. */
export const appUserTexts = { ...appUsers } as const;

i18n.load('en', compiled(appUserTexts));
