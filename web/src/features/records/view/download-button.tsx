import Download from '@mui/icons-material/Download';
import Box from '@mui/material/Box';
import { useMutation } from '@tanstack/react-query';
import { SubmitButton } from '../../../components/form/submit-button.tsx';
import { localNumber } from '../../../lib/local-number.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useToast } from '../../../lib/toast.ts';
import { t } from '../../../texts/index.ts';
import { downloadRecords, type FileFormat, type RecordPage } from '../queries/record-queries.ts';
import { useDataViewStore } from '../state/data-view-store.tsx';

/** Records of one file; the server ends it there. */
const largestFile = 50_000;

/** Saves what the view's search and dates match, in its order, as CSV or with the types of its values as NDJSON. */
export function DownloadButton({ page }: { page: RecordPage | undefined }) {
  const store = useDataViewStore();
  const toast = useToast();
  const download = useMutation({
    mutationFn(format: FileFormat) {
      const { storage, view } = store.getState();
      return downloadRecords(storage, view, format);
    },
    async onSuccess({ blob, name }, format) {
      saveFile(blob, name ?? `data.${format}`);
      if ((page?.pagination.totalCount ?? 0) <= largestFile) return;
      await import('../../../texts/data-view.ts');
      toast.info(t('records.downloadCut', { count: localNumber(largestFile) }));
    },
    onError: (error) => toast.error(t('message.downloadFailed'), error),
  });
  const isBusy = (format: FileFormat) => download.isPending && download.variables === format;
  return (
    <Box sx={joined}>
      <SubmitButton
        type="button"
        variant="outlined"
        color="inherit"
        startIcon={<Download />}
        busy={isBusy('csv')}
        loadingPosition="start"
        onClick={() => download.mutate('csv')}
      >
        {t('records.download')}
      </SubmitButton>
      <SubmitButton
        type="button"
        variant="outlined"
        color="inherit"
        aria-label={t('records.downloadNdjson')}
        busy={isBusy('ndjson')}
        onClick={() => download.mutate('ndjson')}
      >
        {t('records.ndjson')}
      </SubmitButton>
    </Box>
  );
}

/** Two buttons side by side as one; the library's group weighs more than all of this file. */
const joined = {
  display: 'flex',
  '& > :first-of-type': { borderTopRightRadius: 0, borderBottomRightRadius: 0 },
  '& > :last-of-type': { ml: '-1px', minWidth: 40, borderTopLeftRadius: 0, borderBottomLeftRadius: 0 },
};
