import type { DataRecord, HistoryEntry, RecordAuthor } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useId, useState } from 'react';
import { Loaded } from '../../../components/loaded.tsx';
import { LoadingBlock } from '../../../components/loading-block.tsx';
import { inOurWords, messageOf } from '../../../lib/api/api-error.ts';
import { useToast } from '../../../lib/toast.ts';
import { t } from '../../../texts/index.ts';
import { localDateTime } from '../../../lib/time.ts';
import '../../../texts/data-view.ts';
import '../../../texts/undo.ts';
import { NamedRecord } from '../columns/named-record.tsx';
import { EraseButton } from '../erase/erase-button.tsx';
import type { StorageRef } from '../../../lib/storage-path.ts';
import { authorText } from '../../undo/author-text.ts';
import { HistoryEntryItem } from './history-entry.tsx';
import { useRecordHistory, useTakeBack } from './history-query.ts';

const UndoDialog = lazy(async () => ({ default: (await import('../../undo/undo-dialog.tsx')).UndoDialog }));

interface RecordHistoryDialogProps {
  storage: StorageRef;
  record: DataRecord;
  onClose: () => void;
  /** After the record was erased. */
  onErased: () => void;
}

/** The history of a record: each change, its author, and the way back of each field. */
export function RecordHistoryDialog({ storage, record, onClose, onErased }: RecordHistoryDialogProps) {
  const titleId = useId();
  const history = useRecordHistory(storage, record.id);
  const field = useTakeBack(storage);
  const toast = useToast();
  /** The moment that the record goes back to, and since when changes are taken back. */
  const [goesBack, setGoesBack] = useState<{ to: string; from: string } | null>(null);
  const takeBack = ({ at }: HistoryEntry, name: string) =>
    field.mutate(
      { record: record.id, field: name, from: at },
      {
        onSuccess: (job) => {
          if (!job?.kept) return toast.success(t('history.takenBack', { field: name }));
          const [refusal] = job.refused ?? [];
          toast.error(refusal ? inOurWords(refusal) : t('history.notTakenBack', { field: name }));
        },
        onError: (error) => toast.error(messageOf(error, t('message.recordUpdateFailed'), t('message.recordUpdateFailed')), error),
      },
    );
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>{t('history.title')}</DialogTitle>
      <DialogContent>
        <NamedRecord record={record} />
        <Loaded from={history} waiting={<LoadingBlock height={160} />} failed={t('history.failed')}>
          {({ pages }) => {
            const entries = pages.flatMap((page) => page.entries);
            const made = <Made record={record} by={pages[0]?.createdBy ?? null} />;
            if (entries.length === 0)
              return (
                <>
                  {made}
                  <Typography color="text.secondary" sx={{ mt: 4 }}>
                    {t(pages[0]?.days ? 'history.empty' : 'history.off')}
                  </Typography>
                </>
              );
            return (
              <>
                {made}
                <Box component="ol" sx={{ listStyle: 'none', m: 0, mt: 3, p: 0 }}>
                  {entries.map((entry, i) => {
                    const later = entries[i - 1];
                    return (
                      <HistoryEntryItem
                        key={entry.revision}
                        of={{ storage, id: record.id }}
                        entry={entry}
                        isBusy={field.isPending}
                        onTakeBack={record.is_deleted === true ? undefined : (name) => takeBack(entry, name)}
                        onBackTo={later && (() => setGoesBack({ to: entry.at, from: later.at }))}
                      />
                    );
                  })}
                </Box>
                {history.hasNextPage && (
                  <Button fullWidth disabled={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
                    {t('history.more')}
                  </Button>
                )}
              </>
            );
          }}
        </Loaded>
      </DialogContent>
      <DialogActions>
        <EraseButton storage={storage} record={record} onErased={onErased} />
        <Button variant="outlined" color="inherit" onClick={onClose}>
          {t('close')}
        </Button>
      </DialogActions>
      {goesBack && (
        <Suspense>
          <UndoDialog
            projectId={storage.projectId}
            of={{ storageId: storage.storageId, record: record.id, from: goesBack.from }}
            title={t('history.backTo', { time: localDateTime(goesBack.to) })}
            onClose={() => setGoesBack(null)}
          />
        </Suspense>
      )}
    </Dialog>
  );
}

/** The record knows who made it for longer than its history does. */
function Made({ record: { createdAt }, by }: { record: DataRecord; by: RecordAuthor | null }) {
  if (by === null || typeof createdAt !== 'string') return null;
  return (
    <Typography variant="body2" color="text.secondary" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
      {t('history.made', { time: localDateTime(createdAt), by: authorText(by) })}
    </Typography>
  );
}
