import type { DataRecord, Json } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { Loaded } from '../../../components/loaded.tsx';
import { LoadingBlock } from '../../../components/loading-block.tsx';
import { messageOf } from '../../../lib/api/api-error.ts';
import { useToast } from '../../../lib/toast.ts';
import { t } from '../../../texts/index.ts';
import '../../../texts/data-view.ts';
import { NamedRecord } from '../columns/named-record.tsx';
import { EraseButton } from '../erase/erase-button.tsx';
import type { StorageRef } from '../queries/record-queries.ts';
import { HistoryEntryItem } from './history-entry.tsx';
import { useRecordHistory, useSetField } from './history-query.ts';

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
  const setField = useSetField(storage);
  const toast = useToast();
  const takeBack = (field: string, value: Json) =>
    setField.mutate(
      { id: record.id, field, value },
      {
        onSuccess: () => toast.success(t('history.takenBack', { field })),
        onError: (error) => toast.error(messageOf(error, t('message.recordUpdateFailed'), t('message.recordUpdateFailed'))),
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
            if (entries.length === 0)
              return (
                <Typography color="text.secondary" sx={{ mt: 4 }}>
                  {t(pages[0]?.days ? 'history.empty' : 'history.off')}
                </Typography>
              );
            return (
              <>
                <Box component="ol" sx={{ listStyle: 'none', m: 0, mt: 3, p: 0 }}>
                  {entries.map((entry) => (
                    <HistoryEntryItem
                      key={entry.revision}
                      entry={entry}
                      isBusy={setField.isPending}
                      onTakeBack={record.is_deleted === true ? undefined : takeBack}
                    />
                  ))}
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
    </Dialog>
  );
}
