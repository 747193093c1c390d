import { messages, type Project } from '@bedplate/contract';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Field } from '../../components/form/field.tsx';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { showServerProblems } from '../../lib/form.ts';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';
import { useSaveProject } from './project-queries.ts';

interface ProjectDialogProps {
  /** The project to edit; null creates one. */
  project: Project | null;
  onClose: () => void;
}

/** Name and description. The form has no rule of its own: the server says what it does not take. */
export function ProjectDialog({ project, onClose }: ProjectDialogProps) {
  const form = useForm({ defaultValues: { name: project?.name ?? '', description: project?.description ?? '' } });
  const save = useSaveProject(project?.id ?? null);
  const toast = useToast();
  const [failure, setFailure] = useState<string | null>(null);
  const submit = form.handleSubmit(async (values) => {
    setFailure(null);
    try {
      await save.mutateAsync(values);
      toast.success(project ? messages.projectUpdated : messages.projectCreated);
      onClose();
    } catch (error) {
      const failed = project ? t('project.saveFailed') : messages.projectCreateFailed;
      if (!showServerProblems(form, error)) setFailure(messageOf(error, failed, failed));
    }
  });
  const { errors, isDirty, isSubmitting } = form.formState;
  return (
    <FormDialog
      open
      title={t(project ? 'project.edit' : 'project.create')}
      error={failure}
      isDirty={isDirty}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button variant="outlined" color="inherit" onClick={onClose}>
            {t('cancel')}
          </Button>
          <SubmitButton busy={isSubmitting}>{t(project ? 'project.save' : 'project.create')}</SubmitButton>
        </>
      }
    >
      <Field label={t('name')} error={errors.name?.message} {...form.register('name')} />
      <Field
        label={t('description')}
        multiline
        minRows={3}
        maxRows={8}
        error={errors.description?.message}
        {...form.register('description')}
      />
    </FormDialog>
  );
}
