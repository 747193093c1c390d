import { i18n } from '@lingui/core';
import { start } from './en/start.ts';
import { compiled } from './lingui/catalogue.ts';

/** English texts of the first steps, which come with the home of a project. */
export const startTexts = { ...start } as const;

i18n.load('en', compiled(startTexts));
