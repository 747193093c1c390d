import type { FileUsage } from '@bedplate/contract';
import FolderOutlined from '@mui/icons-material/FolderOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { Link, useParams } from 'react-router-dom';
import { paths } from '../lib/navigation/paths.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { Loaded } from '../components/loaded.tsx';
import { OwnText } from '../components/own-text.tsx';
import { Page } from '../components/page.tsx';
import { useFolders } from '../features/files/file-queries.ts';
import { NextCall } from '../features/playground/next-call.tsx';
import { ToStorages } from '../components/to-storages.tsx';
import { TileGrid, TileGridWaiting } from '../features/files/tile-grid.tsx';
import { fileSize } from '../lib/file-size.ts';
import { useProjectStorages } from '../lib/project-storages.ts';
import { t } from '../texts/index.ts';

export function FileStoragePage() {
  const { id = '' } = useParams();
  const folders = useFolders(id);
  const storages = useProjectStorages(id, folders.data?.data.length === 0);
  return (
    <Page title={t('menu.fileStorage')} subtitle={t('files.subtitle')}>
      {folders.data?.usage && <Usage {...folders.data.usage} />}
      <Loaded
        from={folders}
        waiting={<TileGridWaiting label={t('loading')} height={72} />}
        failed={t('files.foldersFailed')}
        isEmpty={({ data }) => data.length === 0}
        empty={
          <EmptyState
            title={t('files.noFolders')}
            action={<ToStorages projectId={id} />}
            sample={!storages.isPending && <NextCall projectId={id} operation="upload" storage={storages.data?.[0]} />}
          >
            {t('files.noFoldersHelp')}
          </EmptyState>
        }
      >
        {({ data }) => (
          <TileGrid label={t('menu.fileStorage')}>
            {data.map(({ name, storageName }) => (
              <Card component="li" key={name} sx={{ minWidth: 0 }}>
                <CardActionArea
                  component={Link}
                  to={paths.folder(id, name)}
                  sx={{ display: 'flex', justifyContent: 'flex-start', gap: 3, p: 4, minWidth: 0 }}
                >
                  <FolderOutlined sx={{ color: 'primary.main' }} />
                  <Box sx={{ minWidth: 0 }}>
                    <Typography component="div" sx={{ fontWeight: 600 }}>
                      <OwnText>{name}</OwnText>
                    </Typography>
                    <Typography variant="caption" color="textSecondary" component="div">
                      <OwnText>{storageName}</OwnText>
                    </Typography>
                  </Box>
                </CardActionArea>
              </Card>
            ))}
          </TileGrid>
        )}
      </Loaded>
    </Page>
  );
}

/** The part of the plan's space that the account's files use; red when it is full. */
function Usage({ bytes, kept, limit }: FileUsage) {
  const part = Math.min(100, (bytes / limit) * 100);
  const text = t('files.usage', { used: fileSize(bytes), limit: fileSize(limit) });
  return (
    <Box sx={{ maxWidth: 360 }}>
      <LinearProgress
        variant="determinate"
        value={part}
        color={part < 100 ? 'primary' : 'error'}
        aria-label={text}
        sx={{ height: 6, borderRadius: 3 }}
      />
      <Typography variant="caption" color="textSecondary" component="div" sx={{ mt: 1 }}>
        {text} {kept > 0 && t('files.usageKept', { kept: fileSize(kept) })}
      </Typography>
    </Box>
  );
}
