import { i18n } from '@lingui/core';
import { calls } from './en/calls.ts';
import { compiled } from './lingui/catalogue.ts';

/** English texts of endpoints, webhooks and the sandbox, which come with them. */
export const callTexts = { ...calls } as const;

i18n.load('en', compiled(callTexts));
