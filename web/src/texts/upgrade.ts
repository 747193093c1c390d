import { i18n } from '@lingui/core';
import { upgrade } from './en/upgrade.ts';
import { compiled } from './lingui/catalogue.ts';

/** English texts of paying for a plan, which come with the page and the form that do it. */
export const upgradeTexts = { ...upgrade } as const;

i18n.load('en', compiled(upgradeTexts));
