import { i18n } from '@lingui/core';
import { dataView } from './en/data-view.ts';
import { compiled } from './lingui/catalogue.ts';

/** English texts of what is opened in a data view: its first sight has none of it. */
export const dataViewTexts = { ...dataView } as const;

i18n.load('en', compiled(dataViewTexts));
