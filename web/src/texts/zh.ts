import { account } from './zh/account.ts';
import { accessRules } from './zh/access-rules.ts';
import { activity } from './zh/activity.ts';
import { appUsers } from './zh/app-users.ts';
import { appMails } from './zh/app-mails.ts';
import { archive } from './zh/archive.ts';
import { billing } from './zh/billing.ts';
import { caps } from './zh/caps.ts';
import { common } from './zh/common.ts';
import { dataView } from './zh/data-view.ts';
import { endpoints } from './zh/endpoints.ts';
import { feedback } from './zh/feedback.ts';
import { fields } from './zh/fields.ts';
import { files } from './zh/files.ts';
import { health } from './zh/health.ts';
import { importing } from './zh/import.ts';
import { office } from './zh/office.ts';
import { palette } from './zh/palette.ts';
import { projects } from './zh/projects.ts';
import { records } from './zh/records.ts';
import { reporting } from './zh/reporting.ts';
import { usage } from './zh/usage.ts';
import { requests } from './zh/requests.ts';
import { trash } from './zh/trash.ts';
import { calls } from './zh/calls.ts';
import { reach } from './zh/reach.ts';
import { paletteWords } from './zh/palette-words.ts';
import { newStorage } from './zh/new-storage.ts';
import { start } from './zh/start.ts';
import { sandbox } from './zh/sandbox.ts';
import { site } from './zh/site.ts';
import { storageForm } from './zh/storage-form.ts';
import { storages } from './zh/storages.ts';
import { halfTyped } from './zh/half-typed.ts';
import { signInAgain } from './zh/sign-in-again.ts';
import { namedKeys } from './zh/named-keys.ts';
import { projectMenu } from './zh/project-menu.ts';
import { recordQuestions } from './zh/record-questions.ts';
import { unsaved } from './zh/unsaved.ts';
import { undo } from './zh/undo.ts';
import { backups } from './zh/backups.ts';
import { callReport } from './zh/call-report.ts';
import { users } from './zh/users.ts';
import { logged } from './zh/activity-sentences.ts';
import { fieldTexts } from './zh/field-texts.ts';
import { grantShapeTexts, grantTexts } from './zh/grant-texts.ts';
import { messages } from './zh/messages.ts';
import { activities, auditNames, roles } from './zh/names.ts';
import { payments } from './zh/payments.ts';
import { addRecord } from './zh/add-record.ts';
import { upgrade } from './zh/upgrade.ts';
import { platform, switchTexts } from './zh/platform.ts';
import { queryRefusals } from './zh/query-refusals.ts';
import { refusals } from './zh/refusals.ts';
import { rules } from './zh/rules.ts';
import { staff } from './zh/staff.ts';
import { under, type Words } from './lingui/catalogue.ts';
import type { appUserTexts } from './app-users.ts';
import type { dataViewTexts } from './data-view.ts';
import type { appMailTexts } from './app-mails.ts';
import type { backupTexts } from './backups.ts';
import type { callReportTexts } from './call-report.ts';
import type { en } from './en.ts';
import type { fieldFormTexts } from './fields.ts';
import type { importTexts } from './import.ts';
import type { requestTexts } from './requests.ts';
import type { capTexts } from './caps.ts';
import type { reportingTexts } from './reporting.ts';
import type { trashTexts } from './trash.ts';
import type { callTexts } from './calls.ts';
import type { recordQuestionTexts } from './record-questions.ts';
import type { namedKeyTexts } from './named-keys.ts';
import type { projectMenuTexts } from './project-menu.ts';
import type { reachTexts } from './reach.ts';
import type { paletteTexts } from './palette-words.ts';
import type { newStorageTexts } from './new-storage.ts';
import type { startTexts } from './start.ts';
import type { accessRuleTexts } from './access-rules.ts';
import type { staffTexts } from './staff.ts';
import type { halfTypedTexts } from './half-typed.ts';
import type { signInAgainTexts } from './sign-in-again.ts';
import type { storageFormTexts } from './storage-form.ts';
import type { undoTexts } from './undo.ts';
import type { unsavedTexts } from './unsaved.ts';
import type { addRecordTexts } from './add-record.ts';
import type { upgradeTexts } from './upgrade.ts';

type Own = typeof en &
  typeof appUserTexts &
  typeof dataViewTexts &
  typeof fieldFormTexts &
  typeof staffTexts &
  typeof accessRuleTexts &
  typeof importTexts &
  typeof requestTexts &
  typeof capTexts &
  typeof reportingTexts &
  typeof trashTexts &
  typeof halfTypedTexts &
  typeof signInAgainTexts &
  typeof namedKeyTexts &
  typeof storageFormTexts &
  typeof projectMenuTexts &
  typeof recordQuestionTexts &
  typeof unsavedTexts &
  typeof undoTexts &
  typeof addRecordTexts &
  typeof upgradeTexts &
  typeof newStorageTexts &
  typeof paletteTexts &
  typeof reachTexts &
  typeof callTexts &
  typeof appMailTexts &
  typeof backupTexts &
  typeof callReportTexts &
  typeof startTexts;
const own: Record<keyof Own, Words> = {
  ...accessRules,
  ...account,
  ...activity,
  ...appMails,
  ...appUsers,
  ...archive,
  ...billing,
  ...caps,
  ...common,
  ...dataView,
  ...endpoints,
  ...feedback,
  ...fields,
  ...files,
  ...health,
  ...importing,
  ...office,
  ...palette,
  ...platform,
  ...projects,
  ...records,
  ...reporting,
  ...usage,
  ...requests,
  ...trash,
  ...calls,
  ...reach,
  ...paletteWords,
  ...newStorage,
  ...start,
  ...sandbox,
  ...site,
  ...storageForm,
  ...storages,
  ...halfTyped,
  ...signInAgain,
  ...namedKeys,
  ...projectMenu,
  ...recordQuestions,
  ...unsaved,
  ...undo,
  ...addRecord,
  ...upgrade,
  ...backups,
  ...callReport,
  ...users,
};

/** Every text of the console in Chinese (simplified), those of the contract included. Loaded only when it is the language. */
export const zh: Readonly<Record<string, Words>> = {
  ...own,
  ...under('message', { ...messages, ...payments, ...staff, ...rules, ...refusals, ...queryRefusals, ...fieldTexts }),
  ...under('role', roles),
  ...under('activityName', activities),
  ...under('auditName', auditNames),
  ...under('logged', logged),
  ...under('grant', grantTexts),
  ...under('grantShape', grantShapeTexts),
  ...Object.assign({}, ...Object.entries(switchTexts).map(([name, texts]) => under(`switch.${name}`, texts))),
};

export { gridTexts } from './zh/grid.ts';
export { pageNames } from './zh/page-names.ts';
