import { i18n } from '@lingui/core';
import { recordQuestions } from './en/record-questions.ts';
import { compiled } from './lingui/catalogue.ts';

/** English texts of the questions about a record. They come with their dialogs. */
export const recordQuestionTexts = { ...recordQuestions } as const;

i18n.load('en', compiled(recordQuestionTexts));
