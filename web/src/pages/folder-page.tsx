import type { StorageFile } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { paths } from '../lib/navigation/paths.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { LiveDot } from '../components/live-dot.tsx';
import { LoadMore } from '../components/load-more.tsx';
import { Loaded } from '../components/loaded.tsx';
import { Page } from '../components/page.tsx';
import { DeleteFileDialog } from '../features/files/delete-file-dialog.tsx';
import { FileOrderChoice, useFileOrder } from '../features/files/file-order.tsx';
import { FilePreview } from '../features/files/file-preview.tsx';
import { useFiles, useLiveFiles } from '../features/files/file-queries.ts';
import { FileTile } from '../features/files/file-tile.tsx';
import { TileGrid, TileGridWaiting } from '../features/files/tile-grid.tsx';
import { SteadyList } from '../components/steady-list.tsx';
import { NextCall } from '../features/playground/next-call.tsx';
import { UploadButton } from '../features/files/upload-button.tsx';
import { isNotFound } from '../lib/api/api-error.ts';
import { useRemoved } from '../lib/use-remove-later.ts';
import { t } from '../texts/index.ts';

type Open = { dialog: 'preview' | 'delete'; file: StorageFile } | null;

export function FolderPage() {
  const { id = '', storageKey = '' } = useParams();
  const folder = { projectId: id, storageKey };
  const [order, setOrder] = useFileOrder();
  const list = useFiles(folder, order);
  const storageId = list.data?.pages[0]?.storageId;
  const live = useLiveFiles(folder, storageId);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const removed = useRemoved();
  if (isNotFound(list.error)) return <FolderGone projectId={id} storageKey={storageKey} />;
  return (
    <Page
      title={list.data?.pages[0]?.storageName ?? storageKey}
      subtitle={t('files.folderSubtitle')}
      mark={<LiveDot state={live} />}
      action={storageId && <UploadButton folder={folder} />}
    >
      <Loaded
        from={list}
        waiting={<TileGridWaiting label={t('loading')} height={180} />}
        failed={t('files.filesFailed')}
        isEmpty={({ pages }) => pages.every(({ data }) => data.length === 0) && !list.hasNextPage}
        empty={
          <EmptyState
            title={t('files.noFiles')}
            sample={<NextCall projectId={id} operation="upload" storage={storageId ? { id: storageId, storageKey } : undefined} />}
          >
            {t('files.noFilesHelp', { id: '{id}' })}
          </EmptyState>
        }
      >
        {({ pages }) => (
          <>
            {pages[0]?.order === 'records' ? (
              <Typography color="textSecondary">{t('files.unsorted')}</Typography>
            ) : (
              <Box>
                <FileOrderChoice order={order} onChange={setOrder} />
              </Box>
            )}
            <SteadyList
              rows={pages.flatMap(({ data }) => data).filter(({ recordId }) => !removed.has(recordId))}
              keyOf={urlOf}
              isWaiting={list.isPlaceholderData}
            >
              {(files, isGone) => (
                <TileGrid label={t('files.filesOf', { name: storageKey })}>
                  {files.map((file) => (
                    <FileTile
                      key={file.url}
                      file={file}
                      isGone={isGone(file)}
                      onOpen={() => setOpen({ dialog: 'preview', file })}
                      onDelete={() => setOpen({ dialog: 'delete', file })}
                    />
                  ))}
                </TileGrid>
              )}
            </SteadyList>
          </>
        )}
      </Loaded>
      <LoadMore from={list} failed={t('files.filesFailed')}>
        {t('files.more')}
      </LoadMore>
      {open?.dialog === 'preview' && <FilePreview file={open.file} onClose={close} />}
      {open?.dialog === 'delete' && storageId && (
        <DeleteFileDialog folder={folder} storageId={storageId} file={open.file} onClose={close} />
      )}
    </Page>
  );
}

const urlOf = ({ url }: StorageFile) => url;

/** The address is from before the storage was archived or got another key: a retry cannot help. */
function FolderGone({ projectId, storageKey }: { projectId: string; storageKey: string }) {
  const toFolders = (
    <Button component={Link} to={paths.fileStorage(projectId)} variant="contained">
      {t('files.toFolders')}
    </Button>
  );
  return (
    <Page title={storageKey}>
      <EmptyState title={t('files.gone')} action={toFolders}>
        {t('files.goneText')}
      </EmptyState>
    </Page>
  );
}
