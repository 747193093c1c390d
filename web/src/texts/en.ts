import { account } from './en/account.ts';
import { activity } from './en/activity.ts';
import { archive } from './en/archive.ts';
import { billing } from './en/billing.ts';
import { common } from './en/common.ts';
import { endpoints } from './en/endpoints.ts';
import { feedback } from './en/feedback.ts';
import { files } from './en/files.ts';
import { palette } from './en/palette.ts';
import { platform } from './en/platform.ts';
import { projects } from './en/projects.ts';
import { records } from './en/records.ts';
import { usage } from './en/usage.ts';
import { sandbox } from './en/sandbox.ts';
import { site } from './en/site.ts';
import { storages } from './en/storages.ts';
import { users } from './en/users.ts';

/**
 * Texts of the console in English, but for those of staff's pages; the keys are the type that another language has to fill.
 */
export const en = {
  ...common,
  ...account,
  ...billing,
  ...platform,
  ...projects,
  ...records,
  ...site,
  ...storages,
  ...users,
  ...activity,
  ...archive,
  ...endpoints,
  ...feedback,
  ...files,
  ...palette,
  ...usage,
  ...sandbox,
} as const;
