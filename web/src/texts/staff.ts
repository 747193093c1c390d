import { i18n } from '@lingui/core';
import { health } from './en/health.ts';
import { office } from './en/office.ts';
import { compiled } from './lingui/catalogue.ts';

/** English texts of staff's pages. They come with the first of these pages, so that customers do not load them. */
export const staffTexts = { ...health, ...office } as const;

i18n.load('en', compiled(staffTexts));
