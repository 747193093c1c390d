import { i18n } from '@lingui/core';
import { newStorage } from './en/new-storage.ts';
import { compiled } from './lingui/catalogue.ts';

/** English texts of the dialog that creates a storage, which come with it. */
export const newStorageTexts = { ...newStorage } as const;

i18n.load('en', compiled(newStorageTexts));
