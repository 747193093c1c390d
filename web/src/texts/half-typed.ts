import { i18n } from '@lingui/core';
import { halfTyped } from './en/half-typed.ts';
import { compiled } from './lingui/catalogue.ts';

/** English text of a field that is half typed. It comes with the first such field. */
export const halfTypedTexts = { ...halfTyped } as const;

i18n.load('en', compiled(halfTypedTexts));
