import { accessRuleTexts } from '../texts/access-rules.ts';
import { appUserTexts } from '../texts/app-users.ts';
import { appMailTexts } from '../texts/app-mails.ts';
import { backupTexts } from '../texts/backups.ts';
import { callReportTexts } from '../texts/call-report.ts';
import { callTexts } from '../texts/calls.ts';
import { dataViewTexts } from '../texts/data-view.ts';
import { fieldFormTexts } from '../texts/fields.ts';
import { importTexts } from '../texts/import.ts';
import { newStorageTexts } from '../texts/new-storage.ts';
import { paletteTexts } from '../texts/palette-words.ts';
import { reachTexts } from '../texts/reach.ts';
import { requestTexts } from '../texts/requests.ts';
import { halfTypedTexts } from '../texts/half-typed.ts';
import { signInAgainTexts } from '../texts/sign-in-again.ts';
import { namedKeyTexts } from '../texts/named-keys.ts';
import { projectMenuTexts } from '../texts/project-menu.ts';
import { recordQuestionTexts } from '../texts/record-questions.ts';
import { unsavedTexts } from '../texts/unsaved.ts';
import { startTexts } from '../texts/start.ts';
import { capTexts } from '../texts/caps.ts';
import { reportingTexts } from '../texts/reporting.ts';
import { trashTexts } from '../texts/trash.ts';
import { storageFormTexts } from '../texts/storage-form.ts';
import { undoTexts } from '../texts/undo.ts';
import { addRecordTexts } from '../texts/add-record.ts';
import { upgradeTexts } from '../texts/upgrade.ts';

/** English texts that come with the pages that show them. */
export const lateTexts = {
  ...accessRuleTexts,
  ...appUserTexts,
  ...appMailTexts,
  ...backupTexts,
  ...callReportTexts,
  ...callTexts,
  ...dataViewTexts,
  ...fieldFormTexts,
  ...importTexts,
  ...newStorageTexts,
  ...paletteTexts,
  ...reachTexts,
  ...requestTexts,
  ...halfTypedTexts,
  ...signInAgainTexts,
  ...namedKeyTexts,
  ...storageFormTexts,
  ...projectMenuTexts,
  ...recordQuestionTexts,
  ...unsavedTexts,
  ...startTexts,
  ...capTexts,
  ...reportingTexts,
  ...trashTexts,
  ...undoTexts,
  ...addRecordTexts,
  ...upgradeTexts,
};
