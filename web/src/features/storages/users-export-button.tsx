import { storagePathOf } from '../../lib/storage-path.ts';
import { DeleteForGood } from '@bedplate/contract';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Field } from '../../components/form/field.tsx';
import { RecordFormDialog } from '../../components/form/record-form-dialog.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { api } from '../../lib/api/client.ts';
import { useContractForm } from '../../lib/form.ts';
import { IfMay } from '../../lib/may.tsx';
import { saveFile } from '../../lib/save-file.ts';
import '../../texts/app-users.ts';
import { t } from '../../texts/index.ts';

interface UsersExportProps {
  storage: { id: string; projectId: string; storageName: string };
}

/** Takes the users along with the hashes of their passwords, once the storage's name has been typed. */
export function UsersExportButton({ storage }: UsersExportProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <IfMay to="records.export">
      <Button variant="outlined" sx={{ justifySelf: 'start' }} onClick={() => setOpen(true)}>
        {t('usersExport.open')}
      </Button>
      {isOpen && <UsersExportDialog storage={storage} onClose={() => setOpen(false)} />}
    </IfMay>
  );
}

function UsersExportDialog({ storage, onClose }: UsersExportProps & { onClose: () => void }) {
  const { storageName } = storage;
  const form = useContractForm(DeleteForGood, { name: '' });
  return (
    <RecordFormDialog
      form={form}
      title={t('usersExport.title', { name: storageName })}
      submit={
        <SubmitButton busy={form.formState.isSubmitting} disabled={form.watch('name').trim() !== storageName.trim()}>
          {t('usersExport.save')}
        </SubmitButton>
      }
      save={async ({ name }) => {
        const lines = await userLines(storage, name);
        saveFile(new Blob(lines, { type: 'application/x-ndjson' }), 'users.ndjson');
        return t('usersExport.done', { count: lines.length });
      }}
      failed={t('usersExport.failed')}
      isDirty={false}
      holds
      onClose={onClose}
    >
      <Typography>{t('usersExport.about')}</Typography>
      <Field
        label={t('usersExport.typeName', { name: storageName })}
        required
        autoComplete="off"
        error={form.formState.errors.name?.message}
        {...form.register('name')}
      />
    </RecordFormDialog>
  );
}

/** @returns each user as a line of JSON, as the import takes it */
async function userLines({ projectId, id }: UsersExportProps['storage'], name: string): Promise<string[]> {
  const path = `${storagePathOf({ projectId, storageId: id })}/users-export`;
  const lines: string[] = [];
  let after: string | null = null;
  do {
    const page: { data: object[]; next: string | null } = await api.post(path, { name, ...(after === null ? {} : { after }) });
    lines.push(...page.data.map((user) => `${JSON.stringify(user)}\n`));
    after = page.next;
  } while (after !== null);
  return lines;
}
