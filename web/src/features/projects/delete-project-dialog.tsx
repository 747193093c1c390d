import { type Project } from '@bedplate/contract';
import Typography from '@mui/material/Typography';
import { ConfirmDialog } from '../../components/form/confirm-dialog.tsx';
import { withReason } from '../../lib/api/api-error.ts';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';
import { useDeleteProject } from './project-queries.ts';

export function DeleteProjectDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const remove = useDeleteProject();
  const toast = useToast();
  const confirm = () =>
    remove.mutate(project.id, {
      onSuccess: () => {
        toast.success(t('message.projectDeleted'));
        onClose();
      },
    });
  return (
    <ConfirmDialog
      open
      title={t('project.deleteTitle')}
      keep={t('keep')}
      confirm={t('delete')}
      busy={remove.isPending}
      error={remove.error && withReason(t('message.projectDeleteFailed'), remove.error)}
      refused={remove.error}
      onKeep={onClose}
      onConfirm={confirm}
    >
      <Typography sx={{ fontWeight: 600 }}>{project.name}</Typography>
      <Typography color="textSecondary" sx={{ mt: 1 }}>
        {t('project.deleteText')}
      </Typography>
    </ConfirmDialog>
  );
}
