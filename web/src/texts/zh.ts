import { account } from './zh/account.ts';
import { activity } from './zh/activity.ts';
import { archive } from './zh/archive.ts';
import { billing } from './zh/billing.ts';
import { common } from './zh/common.ts';
import { endpoints } from './zh/endpoints.ts';
import { feedback } from './zh/feedback.ts';
import { files } from './zh/files.ts';
import { health } from './zh/health.ts';
import { importing } from './zh/import.ts';
import { office } from './zh/office.ts';
import { palette } from './zh/palette.ts';
import { platform } from './zh/platform.ts';
import { projects } from './zh/projects.ts';
import { records } from './zh/records.ts';
import { reporting } from './zh/reporting.ts';
import { sandbox } from './zh/sandbox.ts';
import { site } from './zh/site.ts';
import { storages } from './zh/storages.ts';
import { users } from './zh/users.ts';
import type { en } from './en.ts';

/** Every text of the console in Chinese (simplified). Loaded only when it is the language. */
export const zh: Record<keyof typeof en, string> = {
  ...account,
  ...activity,
  ...archive,
  ...billing,
  ...common,
  ...endpoints,
  ...feedback,
  ...files,
  ...health,
  ...importing,
  ...office,
  ...palette,
  ...platform,
  ...projects,
  ...records,
  ...reporting,
  ...sandbox,
  ...site,
  ...storages,
  ...users,
};

export { activitySentence } from './zh/activity-sentences.ts';
export { gridTexts } from './zh/grid.ts';
export { messages } from './zh/messages.ts';
export { switchSentences } from './zh/platform.ts';
export { activities, roles } from './zh/names.ts';
export { problems } from './zh/problems.ts';
