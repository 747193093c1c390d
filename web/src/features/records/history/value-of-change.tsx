import type { HistoryFile, Json } from '@bedplate/contract';
import Link from '@mui/material/Link';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api/client.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { fileSize } from '../../../lib/file-size.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useToast } from '../../../lib/toast.ts';
import { t } from '../../../texts/index.ts';
import { cellText } from '../columns/cell-text.ts';
import { itemPath } from '../queries/record-queries.ts';
import type { StorageRef } from '../../../lib/storage-path.ts';

/** The record whose history it is. */
export interface RecordRef {
  storage: StorageRef;
  id: string;
}

interface ValueOfChangeProps {
  of: RecordRef;
  value: Json | undefined;
  file?: HistoryFile | undefined;
}

/** A value before or after a change: of a file its name and size, with the way to it while it is there. */
export function ValueOfChange({ of, value, file }: ValueOfChangeProps) {
  if (!file) return cellText(value);
  if (file.state === 'gone') return t('history.fileGone');
  return (
    <>
      {file.state === 'open' ? (
        <Link href={String(value)} target="_blank" rel="noopener">
          {file.name}
        </Link>
      ) : (
        <KeptFile of={of} file={file} />
      )}{' '}
      ({fileSize(file.size ?? 0)})
    </>
  );
}

/** No address opens a file that the history or the trash keeps: it comes by a call. */
function KeptFile({ of: { storage, id }, file: { path, name } }: { of: RecordRef; file: HistoryFile }) {
  const toast = useToast();
  const download = useMutation({
    mutationFn: () => api.file(`${itemPath(storage, id)}/history/file`, { query: { path }, timeout: 120_000 }),
    onSuccess: (file) => saveFile(file.blob, file.name ?? name ?? 'file'),
    onError: (error) => toast.error(messageOf(error, t('message.downloadFailed'), t('message.downloadFailed')), error),
  });
  return (
    <Link
      component="button"
      type="button"
      disabled={download.isPending}
      onClick={() => download.mutate()}
      sx={{ verticalAlign: 'baseline' }}
    >
      {name}
    </Link>
  );
}
