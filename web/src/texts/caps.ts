import { i18n } from '@lingui/core';
import { caps } from './en/caps.ts';
import { compiled } from './lingui/catalogue.ts';

/** English texts of caps and of the forecast, which no first sight of the console has. */
export const capTexts = { ...caps } as const;

i18n.load('en', compiled(capTexts));
