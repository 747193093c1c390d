import { type Project } from '@bedplate/contract';
import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { z } from 'zod';
import { Field } from '../../components/form/field.tsx';
import { RecordFormDialog } from '../../components/form/record-form-dialog.tsx';
import { changedFields } from '../../lib/changed-fields.ts';
import { useContractForm } from '../../lib/form.ts';
import { paths } from '../../lib/navigation/paths.ts';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';
import { useSaveProject } from './project-queries.ts';

interface ProjectDialogProps {
  /** The project to edit; null creates one. */
  project: Project | null;
  onClose: () => void;
}

const Values = z.custom<{ name: string; description: string }>();

/** Name and description. A new project opens once it is there. The form has no rule of its own: the server complains about what it does not take. */
export function ProjectDialog({ project, onClose }: ProjectDialogProps) {
  const form = useContractForm(Values, { name: project?.name ?? '', description: project?.description ?? '' });
  const save = useSaveProject(project?.id ?? null);
  const toast = useToast();
  const [createdId, setCreatedId] = useState<string | null>(null);
  const { errors } = form.formState;
  // In the place of the form, so that nobody is asked about the values that were just saved.
  if (createdId !== null) return <Navigate to={paths.projectHome(createdId)} />;
  return (
    <RecordFormDialog
      form={form}
      title={t(project ? 'project.edit' : 'project.create')}
      submit={t(project ? 'project.save' : 'project.create')}
      save={async (values) => {
        const { data } = await save.mutateAsync(project ? { ...values, changed: changedFields(project, values) } : values);
        toast.success(t(project ? 'message.projectUpdated' : 'message.projectCreated'));
        return data.id;
      }}
      onSaved={(id) => (project ? onClose() : setCreatedId(id))}
      failed={project ? t('project.saveFailed') : t('message.projectCreateFailed')}
      onClose={onClose}
    >
      <Field label={t('nameOfThing')} required error={errors.name?.message} {...form.register('name')} />
      <Field
        label={t('description')}
        multiline
        minRows={3}
        maxRows={8}
        error={errors.description?.message}
        {...form.register('description')}
      />
    </RecordFormDialog>
  );
}
