import { messages } from '@bedplate/contract';
import Download from '@mui/icons-material/Download';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { saveFile } from '../../lib/save-file.ts';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';
import { downloadRecords, type StorageRef } from './record-queries.ts';
import type { View } from './view.ts';

/** Saves what the view's search and dates match, in its order, as CSV. */
export function DownloadButton({ storage, view }: { storage: StorageRef; view: View }) {
  const toast = useToast();
  const download = useMutation({
    mutationFn: () => downloadRecords(storage, view),
    onSuccess: ({ blob, name }) => saveFile(blob, name ?? 'data.csv'),
    onError: () => toast.error(messages.downloadFailed),
  });
  return (
    <Button
      variant="outlined"
      color="inherit"
      startIcon={<Download />}
      loading={download.isPending}
      loadingPosition="start"
      onClick={() => download.mutate()}
    >
      {t('records.download')}
    </Button>
  );
}
