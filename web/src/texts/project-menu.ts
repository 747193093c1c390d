import { i18n } from '@lingui/core';
import { projectMenu } from './en/project-menu.ts';
import { compiled } from './lingui/catalogue.ts';

/** English texts of the menu of projects. They come with it. */
export const projectMenuTexts = { ...projectMenu } as const;

i18n.load('en', compiled(projectMenuTexts));
