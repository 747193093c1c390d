import UploadFile from '@mui/icons-material/UploadFileOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Typography from '@mui/material/Typography';
import { type DragEvent, useRef, useState } from 'react';
import { ChoiceField } from '../../../components/form/choice-field.tsx';
import { t } from '../../../texts/index.ts';
import { type Format, formats } from './read-rows.ts';

interface ChooseFileProps {
  problem: string | undefined;
  /** The file that could not be read; another format may help. */
  failed: { file: File; format: Format } | undefined;
  onFile: (file: File, format?: Format) => Promise<void>;
  onCancel: () => void;
}

/** A file by button, by keyboard or dropped. */
export function ChooseFile({ problem, failed, onFile, onCancel }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [isReading, setReading] = useState(false);
  const take = async (file: File | undefined, format?: Format) => {
    if (!file) return;
    setReading(true);
    await onFile(file, format);
    setReading(false);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    <>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 4, pt: '16px !important' }}>
        {problem && (
          <Alert severity="error">
            <strong>{failed?.file.name}</strong>: {problem}
          </Alert>
        )}
        <Box
          onDragOver={(event: DragEvent) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          sx={{
            display: 'flex',
            flexDirection: 'column',
            alignItems: 'center',
            gap: 3,
            px: 5,
            py: { xs: 10, sm: 14 },
            textAlign: 'center',
            border: '1px dashed',
            borderColor: isOver ? 'primary.main' : 'control',
            borderRadius: 3,
            bgcolor: isOver ? 'action.hover' : 'background.default',
          }}
        >
          <UploadFile sx={{ fontSize: 32, color: 'text.secondary' }} />
          <Typography>{t('import.drop')}</Typography>
          <Button variant="contained" loading={isReading} onClick={() => input.current?.click()}>
            {t('import.choose')}
          </Button>
          <input
            ref={input}
            hidden
            type="file"
            accept=".csv,.tsv,.txt,.json,.ndjson,.jsonl,text/csv,application/json"
            aria-label={t('import.choose')}
            onChange={({ currentTarget }) => {
              void take(currentTarget.files?.[0]);
              currentTarget.value = ''; // so that the same file can be chosen again
            }}
          />
          <Typography variant="body2" color="text.secondary" sx={{ maxWidth: 460 }}>
            {t('import.formats')}
          </Typography>
        </Box>
        {failed && (
          <ChoiceField
            label={t('import.format')}
            value={failed.format}
            options={formats.map((format) => ({ value: format, text: format.toUpperCase() }))}
            onChange={(format) =>
              void take(
                failed.file,
                formats.find((known) => known === format),
              )
            }
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" color="inherit" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </DialogActions>
    </>
  );
}
