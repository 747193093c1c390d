import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../components/loaded.tsx';
import { LoadingBlock } from '../../components/loading-block.tsx';
import { Panel } from '../../components/panel.tsx';
import { api } from '../../lib/api/client.ts';
import { initials } from '../../lib/initials.ts';
import { t } from '../../texts/index.ts';

interface Collaborator {
  id: string;
  name: string;
}

const shownAtMost = 5;

/** The people of the project: up to five avatars, then the number of the others. */
export function CollaboratorsPanel({ projectId }: { projectId: string }) {
  const members = useQuery({
    queryKey: ['collaborators', projectId],
    queryFn: ({ signal }) => api.get<{ data: Collaborator[] }>(`/projects/${encodeURIComponent(projectId)}/collaborators`, { signal }),
    select: (answer) => answer.data,
  });
  return (
    <Panel title={t('collaborators')}>
      <Loaded
        from={members}
        waiting={<LoadingBlock height={36} width={180} />}
        failed={t('collaborators.failed')}
        isEmpty={(list) => list.length === 0}
        empty={<Typography color="textSecondary">{t('collaborators.none')}</Typography>}
      >
        {(list) => (
          <Box component="ul" sx={{ display: 'flex', alignItems: 'center', listStyle: 'none', m: 0, p: 0 }}>
            {list.slice(0, shownAtMost).map(({ id, name }) => (
              <Box component="li" key={id} sx={{ mr: -1 }}>
                <Tooltip title={name}>
                  <Avatar
                    sx={{
                      width: 36,
                      height: 36,
                      border: 2,
                      borderColor: 'background.paper',
                      bgcolor: 'background.default',
                      color: 'text.primary',
                      outline: '1px solid',
                      outlineColor: 'divider',
                    }}
                  >
                    {initials(name)}
                  </Avatar>
                </Tooltip>
              </Box>
            ))}
            {list.length > shownAtMost && (
              <Typography component="li" color="textSecondary" sx={{ ml: 4, fontVariantNumeric: 'tabular-nums' }}>
                +{list.length - shownAtMost}
              </Typography>
            )}
          </Box>
        )}
      </Loaded>
    </Panel>
  );
}
