import { i18n } from '@lingui/core';
import { calls } from './en/calls.ts';
import { compiled } from './lingui/catalogue.ts';

/** English texts of the sandbox, its playground and the calls of a storage, which come with them. */
export const callTexts = { ...calls } as const;

i18n.load('en', compiled(callTexts));
