import Download from '@mui/icons-material/Download';
import { useMutation } from '@tanstack/react-query';
import { saveFile } from '../lib/save-file.ts';
import { useToast } from '../lib/toast.ts';
import { SubmitButton } from './form/submit-button.tsx';

interface FetchedFile {
  /** Fetches the file; its name is the server's. */
  fetchFile: () => Promise<{ blob: Blob; name: string | null }>;
  /** The message for a failed download. */
  failed: (error: unknown) => string;
}

/** Fetches a file and saves it. */
export function useDownload({ fetchFile, failed }: FetchedFile): { isPending: boolean; mutate: () => void } {
  const toast = useToast();
  return useMutation({
    mutationFn: fetchFile,
    onSuccess: ({ blob, name }) => saveFile(blob, name ?? 'data.csv'),
    onError: (error) => toast.error(failed(error), error),
  });
}

interface DownloadButtonProps extends FetchedFile {
  /** The content of the button. */
  children: string;
}

export function DownloadButton({ children, ...file }: DownloadButtonProps) {
  const download = useDownload(file);
  return (
    <SubmitButton
      type="button"
      variant="outlined"
      color="inherit"
      startIcon={<Download />}
      busy={download.isPending}
      loadingPosition="start"
      onClick={() => download.mutate()}
    >
      {children}
    </SubmitButton>
  );
}
