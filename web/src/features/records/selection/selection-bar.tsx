import Close from '@mui/icons-material/Close';
import DeleteForever from '@mui/icons-material/DeleteForeverOutlined';
import DeleteOutline from '@mui/icons-material/DeleteOutlined';
import Download from '@mui/icons-material/Download';
import RestoreFromTrash from '@mui/icons-material/RestoreFromTrashOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { SubmitButton } from '../../../components/form/submit-button.tsx';
import { localNumber } from '../../../lib/local-number.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { IfMay, useMay } from '../../../lib/may.tsx';
import { useToast } from '../../../lib/toast.ts';
import { t } from '../../../texts/index.ts';
import '../../../texts/data-view.ts';
import { downloadSelection } from '../queries/download-selection.ts';
import { type FileFormat, type RecordPage } from '../queries/record-queries.ts';
import { useDataView } from '../state/data-view-store.tsx';
import type { BulkProgress } from './use-bulk.ts';
import type { Selection } from './use-selection.ts';

interface SelectionBarProps {
  selection: Selection;
  pagination: RecordPage['pagination'];
  progress: BulkProgress | null;
  onDelete: () => void;
  onRestore: () => void;
  onPurge: () => void;
  onStop: () => void;
}

/** Actions on the selected records; replaces the toolbar. */
export function SelectionBar({ selection, pagination, progress, onDelete, onRestore, onPurge, onStop }: SelectionBarProps) {
  const deleted = useDataView(({ view }) => view.deleted);
  const may = useMay();
  const count = selection.ids.size;
  const isExact = pagination.totalIsExact !== false;
  const hasMore = !selection.isCut && (count < pagination.totalCount || !isExact);
  return (
    <Box
      component="section"
      aria-label={t('records.selection')}
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, minHeight: 36 }}
    >
      <IconButton size="small" aria-label={t('records.clearSelection')} onClick={selection.clear} disabled={progress !== null}>
        <Close fontSize="small" />
      </IconButton>
      <Typography component="output" sx={{ fontWeight: 550, mr: 2, fontVariantNumeric: 'tabular-nums' }}>
        {progress
          ? t('records.working', { done: localNumber(progress.done), all: localNumber(progress.all) })
          : t(selection.isCut ? 'records.selectedFirst' : 'records.selected', { count: localNumber(count) })}
      </Typography>
      {hasMore && !progress && (
        <SubmitButton type="button" size="small" variant="text" busy={selection.isLoading} onClick={() => void selection.selectAll()}>
          {isExact ? t('records.selectAll', { count: localNumber(pagination.totalCount) }) : t('records.selectAllUnknown')}
        </SubmitButton>
      )}
      {progress && (
        <Button size="small" variant="outlined" color="inherit" onClick={onStop}>
          {t('records.stop')}
        </Button>
      )}
      {!progress && (
        <IfMay to="records.write">
          <SubmitButton {...bulkButton} startIcon={<DeleteOutline />} onClick={onDelete}>
            {t('records.deleteSelected')}
          </SubmitButton>
          {deleted && (
            <>
              <SubmitButton {...bulkButton} startIcon={<RestoreFromTrash />} onClick={onRestore}>
                {t('records.restoreSelected')}
              </SubmitButton>
              <Button size="small" variant="outlined" color="error" startIcon={<DeleteForever />} onClick={onPurge}>
                {t('records.purgeSelected')}
              </Button>
            </>
          )}
        </IfMay>
      )}
      {!progress && may('records.export') && <SaveSelection ids={selection.ids} />}
    </Box>
  );
}

/** The bar shows progress in place of these buttons. */
const bulkButton = { type: 'button', size: 'small', variant: 'outlined', color: 'inherit', busy: false } as const;

function SaveSelection({ ids }: { ids: ReadonlySet<string> }) {
  const storage = useDataView((state) => state.storage);
  const toast = useToast();
  const save = useMutation({
    mutationFn: (format: FileFormat) => downloadSelection(storage, [...ids], format),
    onSuccess: ({ blob, name }, format) => saveFile(blob, name ?? `data.${format}`),
    onError: (error) => toast.error(t('message.downloadFailed'), error),
  });
  return (['csv', 'ndjson'] as const).map((format) => (
    <SubmitButton
      {...bulkButton}
      key={format}
      startIcon={<Download />}
      busy={save.isPending && save.variables === format}
      loadingPosition="start"
      onClick={() => save.mutate(format)}
    >
      {t(format === 'csv' ? 'records.saveCsv' : 'records.saveNdjson')}
    </SubmitButton>
  ));
}
