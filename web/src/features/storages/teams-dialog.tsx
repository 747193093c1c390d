import { storagePathOf } from '../../lib/storage-path.ts';
import type { AppTeamOverview } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ConfirmDialog } from '../../components/form/confirm-dialog.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { LoadingBlock } from '../../components/loading-block.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/client.ts';
import { dayText } from '../../lib/time/days.ts';
import { useToast } from '../../lib/toast.ts';
import '../../texts/app-users.ts';
import { t } from '../../texts/index.ts';

interface TeamsDialogProps {
  storage: { id: string; projectId: string; storageName: string };
  onClose: () => void;
}

/** The teams that users of an app have formed; one whose owners are gone is deleted here. */
export function TeamsDialog({ storage, onClose }: TeamsDialogProps) {
  const titleId = useId();
  const { list, remove } = useTeams(storage);
  const toast = useToast();
  const [chosen, setChosen] = useState<AppTeamOverview | null>(null);
  const keep = () => {
    setChosen(null);
    remove.reset();
  };
  const confirm = ({ id, name }: AppTeamOverview) =>
    remove.mutate(id, {
      onSuccess: () => {
        keep();
        toast.success(t('teams.deleted', { name }));
      },
    });
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{t('teams.title', { name: storage.storageName })}</DialogTitle>
      <DialogContent>
        <Loaded
          from={list}
          waiting={<LoadingBlock />}
          failed={t('teams.failed')}
          isEmpty={(data) => data.length === 0}
          empty={<Typography color="text.secondary">{t('teams.none')}</Typography>}
        >
          {(data) => (
            <Box sx={{ maxHeight: 480, overflowY: 'auto' }}>
              <List disablePadding aria-label={t('teams.open')}>
                {data.map((team) => (
                  <ListItem key={team.id} disableGutters sx={{ gap: 3 }}>
                    <ListItemText
                      primary={team.name}
                      secondary={aboutTeam(team)}
                      slotProps={{ primary: { sx: { overflowWrap: 'anywhere' } }, secondary: { sx: { overflowWrap: 'anywhere' } } }}
                    />
                    <Button
                      size="small"
                      variant="outlined"
                      color="inherit"
                      sx={{ flexShrink: 0 }}
                      aria-label={t('teams.deleteOf', { name: team.name })}
                      onClick={() => setChosen(team)}
                    >
                      {t('delete')}
                    </Button>
                  </ListItem>
                ))}
              </List>
              <LoadMore from={list} failed={t('teams.failed')}>
                {t('teams.more')}
              </LoadMore>
            </Box>
          )}
        </Loaded>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={onClose}>
          {t('close')}
        </Button>
      </DialogActions>
      {chosen && (
        <ConfirmDialog
          open
          title={t('teams.deleteTitle')}
          keep={t('keep')}
          confirm={t('delete')}
          busy={remove.isPending}
          error={remove.error && messageOf(remove.error)}
          refused={remove.error}
          onKeep={keep}
          onConfirm={() => confirm(chosen)}
        >
          <Typography>{t('teams.deleteText', { name: chosen.name, count: chosen.members })}</Typography>
        </ConfirmDialog>
      )}
    </Dialog>
  );
}

function aboutTeam({ members, owners, createdAt }: AppTeamOverview): string {
  const count = t('teams.members', { count: members });
  const day = t('teams.since', { day: dayText(createdAt) });
  return [count, ...(owners.length > 0 ? [t('teams.owners', { names: owners.join(t('between')) })] : []), day].join(' · ');
}

function useTeams({ projectId, id }: TeamsDialogProps['storage']) {
  const client = useQueryClient();
  const path = `${storagePathOf({ projectId, storageId: id })}/teams`;
  const queryKey = ['teams', id];
  return {
    list: useInfiniteQuery({
      queryKey,
      queryFn: ({ pageParam, signal }) =>
        api.get<{ data: AppTeamOverview[]; next: string | null }>(path, { query: { after: pageParam ?? undefined }, signal }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ next }) => next,
      select: ({ pages }) => pages.flatMap(({ data }) => data),
      staleTime: 0,
    }),
    remove: useMutation({
      mutationFn: (team: string) => api.delete(`${path}/${encodeURIComponent(team)}`),
      onSettled: () => client.invalidateQueries({ queryKey }),
    }),
  };
}
