import { i18n } from '@lingui/core';
import { signInAgain } from './en/sign-in-again.ts';
import { compiled } from './lingui/catalogue.ts';

/** English texts of the login over a page that holds something typed. They come with it. */
export const signInAgainTexts = { ...signInAgain } as const;

i18n.load('en', compiled(signInAgainTexts));
