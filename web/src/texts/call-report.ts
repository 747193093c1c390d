import { i18n } from '@lingui/core';
import { callReport } from './en/call-report.ts';
import { compiled } from './lingui/catalogue.ts';

/** English texts of the report of calls, which come with it. */
export const callReportTexts = { ...callReport } as const;

i18n.load('en', compiled(callReportTexts));
