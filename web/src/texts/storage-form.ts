import { i18n } from '@lingui/core';
import { storageForm } from './en/storage-form.ts';
import { compiled } from './lingui/catalogue.ts';

/** English texts of the dialogs that create and change a storage. They come with the dialogs. */
export const storageFormTexts = { ...storageForm } as const;

i18n.load('en', compiled(storageFormTexts));
