import { i18n } from '@lingui/core';
import { addRecord } from './en/add-record.ts';
import { compiled } from './lingui/catalogue.ts';

/** English texts of the form for a new record, which come with it. */
export const addRecordTexts = { ...addRecord } as const;

i18n.load('en', compiled(addRecordTexts));
