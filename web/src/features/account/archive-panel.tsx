import type { AccountUser } from '@bedplate/contract';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { Panel } from '../../components/panel.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { IfMay } from '../../lib/may.tsx';
import { useToast } from '../../lib/toast.ts';
import { answerOf, t } from '../../texts/index.ts';
import { usePurgeArchives } from './account-queries.ts';

/** Says how long deleted storages and projects stay in the archive. */
export function ArchivePanel({ user }: { user: AccountUser }) {
  const toast = useToast();
  const save = usePurgeArchives();
  const change = (purgeArchives: boolean) =>
    save.mutate(
      { purgeArchives },
      {
        onSuccess: (answer) => toast.success(answerOf('message.accountUpdated', answer)),
        onError: (error) => toast.error(messageOf(error), error),
      },
    );
  return (
    <IfMay to="projects.write">
      <Panel title={t('archiveSetting.title')}>
        <FormControlLabel
          sx={{ m: 0, gap: 3, alignItems: 'flex-start' }}
          control={
            <Switch
              checked={save.isPending ? save.variables.purgeArchives : (user.purgeArchives ?? false)}
              disabled={save.isPending}
              onChange={(_, checked) => change(checked)}
              slotProps={{ input: { 'aria-describedby': 'archive-help' } }}
            />
          }
          label={
            <>
              {t('archiveSetting.purge')}
              <Typography id="archive-help" variant="body2" color="textSecondary">
                {t('archiveSetting.help')}
              </Typography>
            </>
          }
        />
      </Panel>
    </IfMay>
  );
}
