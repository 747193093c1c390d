import { i18n } from '@lingui/core';
import { trash } from './en/trash.ts';
import { compiled } from './lingui/catalogue.ts';

/** English texts of the trash, which come with its page. */
export const trashTexts = { ...trash } as const;

i18n.load('en', compiled(trashTexts));
