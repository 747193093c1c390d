import { limits } from '@bedplate/contract';
import UploadFile from '@mui/icons-material/UploadFileOutlined';
import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import { useRef, useState } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { fileSize } from '../../lib/file-size.ts';
import { useToast } from '../../lib/toast.ts';
import { IfMay } from '../../lib/may.tsx';
import { useLeaveQuestion } from '../../lib/use-leave-question.ts';
import { answerOf, t } from '../../texts/index.ts';
import { type FolderRef, useUpload } from './file-queries.ts';

/** Uploads files one after the other, each as a new record of the storage. Shows progress and can be stopped. */
export function UploadButton({ folder }: { folder: FolderRef }) {
  const input = useRef<HTMLInputElement>(null);
  const upload = useUpload(folder);
  const toast = useToast();
  const [progress, setProgress] = useState<{ name: string; part: number } | null>(null);
  const stop = useRef<AbortController | null>(null);
  useLeaveQuestion(() => progress !== null);
  async function send(files: readonly File[]) {
    const { signal } = (stop.current = new AbortController());
    for (const file of files) {
      if (signal.aborted) break;
      if (file.size > limits.upload) {
        toast.error(t('files.tooLarge', { name: file.name, size: fileSize(limits.upload) }));
        continue;
      }
      setProgress({ name: file.name, part: 0 });
      try {
        const onProgress = (part: number) => setProgress({ name: file.name, part });
        toast.success(answerOf('message.fileUploaded', await upload.mutateAsync({ file, onProgress, signal })));
      } catch (error) {
        if (signal.aborted) toast.info(t('files.uploadStopped', { name: file.name }));
        else toast.error(`${file.name}: ${messageOf(error, t('files.uploadFailed'), t('files.uploadFailed'))}`, error);
      }
    }
    setProgress(null);
  }
  return (
    <IfMay to="files">
      <Box sx={{ display: 'grid', gap: 1, justifyItems: { xs: 'start', sm: 'end' } }}>
        <Button
          variant="contained"
          startIcon={<UploadFile />}
          loading={progress !== null}
          loadingPosition="start"
          onClick={() => input.current?.click()}
        >
          {t('files.upload')}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={t('files.choose')}
          onChange={(event) => {
            void send([...(event.target.files ?? [])]);
            event.target.value = ''; // the same file may be chosen again
          }}
        />
        {progress && (
          <Box sx={{ width: 200, display: 'flex', alignItems: 'center', gap: 1 }}>
            <LinearProgress
              variant="determinate"
              value={progress.part * 100}
              aria-label={t('files.uploading', { name: progress.name })}
              sx={{ flexGrow: 1 }}
            />
            <IconButton size="small" title={t('files.stopUpload', { name: progress.name })} onClick={() => stop.current?.abort()}>
              <Close sx={{ fontSize: 16 }} />
            </IconButton>
          </Box>
        )}
      </Box>
    </IfMay>
  );
}
