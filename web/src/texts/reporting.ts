import { i18n } from '@lingui/core';
import { reporting } from './en/reporting.ts';
import { compiled } from './lingui/catalogue.ts';

/** English texts of the reporting page and of charts, which come with them. */
export const reportingTexts = { ...reporting } as const;

i18n.load('en', compiled(reportingTexts));
