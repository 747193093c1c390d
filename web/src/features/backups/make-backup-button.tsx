import type { Backup } from '@bedplate/contract';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { IfMay } from '../../lib/may.tsx';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';
import { useMakeBackup } from './backup-queries.ts';

interface MakeBackupProps {
  projectId: string;
  backups: readonly Backup[] | undefined;
}

/** Asks for a backup, one at a time. */
export function MakeBackupButton({ projectId, backups }: MakeBackupProps) {
  const toast = useToast();
  const make = useMakeBackup(projectId);
  const isRunning = backups?.some(({ state }) => state === 'running') ?? false;
  const ask = () =>
    make.mutate(undefined, {
      onSuccess: ({ data }) => data.state === 'running' && toast.info(t('backups.made')),
      onError: (error) => toast.error(messageOf(error, t('backups.makeFailed'), t('backups.makeFailed')), error),
    });
  return (
    <IfMay to="projects.write">
      <SubmitButton type="button" busy={make.isPending} disabled={isRunning} onClick={ask}>
        {t('backups.make')}
      </SubmitButton>
    </IfMay>
  );
}
