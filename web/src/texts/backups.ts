import { i18n } from '@lingui/core';
import { backups } from './en/backups.ts';
import { compiled } from './lingui/catalogue.ts';

/** English texts of backups, which come with their page. */
export const backupTexts = { ...backups } as const;

i18n.load('en', compiled(backupTexts));
