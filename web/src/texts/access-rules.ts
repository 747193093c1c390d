import { grantShapeTexts, grantTexts } from '@bedplate/contract';
import { i18n } from '@lingui/core';
import { accessRules } from './en/access-rules.ts';
import { compiled, under } from './lingui/catalogue.ts';

/** English texts of access rules, which come with their page. */
export const accessRuleTexts = accessRules;

i18n.load('en', compiled({ ...accessRules, ...under('grant', grantTexts), ...under('grantShape', grantShapeTexts) }));
