import { i18n } from '@lingui/core';
import { start } from './en/start.ts';
import { compiled } from './lingui/catalogue.ts';

/** English texts of the home of a project: its first steps, and its calls and records later on. */
export const startTexts = { ...start } as const;

i18n.load('en', compiled(startTexts));
