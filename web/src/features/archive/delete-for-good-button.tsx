import { DeleteForGood } from '@bedplate/contract';
import DeleteForever from '@mui/icons-material/DeleteForeverOutlined';
import Typography from '@mui/material/Typography';
import { Field } from '../../components/form/field.tsx';
import { RowAction } from '../../components/row-action.tsx';
import { openDialog } from '../../components/page-dialogs.tsx';
import { RecordFormDialog } from '../../components/form/record-form-dialog.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { useContractForm } from '../../lib/form.ts';
import { IfMay } from '../../lib/may.tsx';
import { t } from '../../texts/index.ts';
import { useDeleteForGood } from './archive-queries.ts';

interface DeleteForGoodProps {
  /** Of the archived thing. */
  path: string;
  name: string;
}

/** Deletes something of the archive for good, once its name has been typed. */
export function DeleteForGoodButton(props: DeleteForGoodProps) {
  return (
    <IfMay to="projects.write">
      <RowAction
        text={t('archive.delete')}
        name={t('archive.deleteNamed', { name: props.name })}
        icon={<DeleteForever fontSize="inherit" />}
        onClick={() => openDialog((onClose) => <DeleteForGoodDialog {...props} onClose={onClose} />)}
      />
    </IfMay>
  );
}

function DeleteForGoodDialog({ path, name, onClose }: DeleteForGoodProps & { onClose: () => void }) {
  const form = useContractForm(DeleteForGood, { name: '' });
  const remove = useDeleteForGood();
  const { isSubmitting } = form.formState;
  return (
    <RecordFormDialog
      form={form}
      title={t('archive.deleteNamed', { name })}
      submit={
        <SubmitButton color="error" busy={isSubmitting} disabled={form.watch('name').trim() !== name.trim()}>
          {t('archive.delete')}
        </SubmitButton>
      }
      save={async (typed) => {
        await remove.mutateAsync({ path, body: typed });
        return t('archive.deleted', { name });
      }}
      failed={t('archive.deleteFailed')}
      isDirty={false}
      holds
      onClose={onClose}
    >
      <Typography>{t('archive.deleteAbout')}</Typography>
      <Field
        label={t('archive.typeName', { name })}
        required
        autoComplete="off"
        error={form.formState.errors.name?.message}
        {...form.register('name')}
      />
    </RecordFormDialog>
  );
}
