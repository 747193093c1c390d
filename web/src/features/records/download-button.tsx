import { messages } from '@bedplate/contract';
import Download from '@mui/icons-material/Download';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useToast } from '../../lib/toast.ts';
import { t } from '../../texts/index.ts';
import { downloadRecords, type StorageRef } from './record-queries.ts';
import type { View } from './view.ts';

/** Saves what the view's search and dates match, in its order, as CSV. */
export function DownloadButton({ storage, view }: { storage: StorageRef; view: View }) {
  const toast = useToast();
  const download = useMutation({
    mutationFn: () => downloadRecords(storage, view),
    onSuccess: ({ blob, name }) => save(blob, name ?? 'data.csv'),
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

function save(blob: Blob, name: string): void {
  const href = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000); // the browser may still be reading it
}
