import UploadFile from '@mui/icons-material/UploadFileOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Typography from '@mui/material/Typography';
import { type DragEvent, useRef, useState } from 'react';
import { Refusal } from '../../../components/form/refusal.tsx';
import { ChoiceField } from '../../../components/form/choice-field.tsx';
import { tableFormats } from '@bedplate/contract';
import { t } from '../../../texts/index.ts';
import { isTable, type Reading } from './read-rows.ts';

interface ChooseFileProps {
  problem: string | undefined;
  refused: unknown;
  /** The file that could not be read; another format or encoding may help. */
  failed: (Reading & { file: File }) | undefined;
  onFile: (file: File, reading?: Reading) => Promise<void>;
  onCancel: () => void;
}

/** A file by button, by keyboard or dropped. */
export function ChooseFile({ problem, refused, failed, onFile, onCancel }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [isReading, setReading] = useState(false);
  const [isSeveral, setSeveral] = useState(false);
  const take = async (file: File | undefined, reading?: Reading) => {
    setSeveral(false);
    if (!file) return;
    setReading(true);
    await onFile(file, reading);
    setReading(false);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const { files, items } = event.dataTransfer;
    const isOne = files.length === 1 && [...items].every((item) => !item.webkitGetAsEntry()?.isDirectory);
    if (isOne) void take(files[0]);
    else setSeveral(true);
  };
  return (
    <>
      <DialogContent sx={{ display: 'flex', flexDirection: 'column', gap: 4, pt: '16px !important' }}>
        {isSeveral && <Alert severity="warning">{t('import.oneFile')}</Alert>}
        {problem && !isSeveral && (
          <Refusal error={refused}>
            <strong>{failed?.file.name}</strong>: {problem}
          </Refusal>
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
            accept=".csv,.tsv,.tab,.txt,.json,.ndjson,.jsonl,text/csv,text/tab-separated-values,application/json"
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
          <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
            <ChoiceField
              label={t('import.format')}
              value={failed.format}
              options={tableFormats.map((format) => ({ value: format, text: format.toUpperCase() }))}
              onChange={(chosen) => {
                const format = tableFormats.find((known) => known === chosen);
                if (format) void take(failed.file, { format, encoding: failed.encoding });
              }}
            />
            {isTable(failed.format) && (
              <ChoiceField
                label={t('import.encoding')}
                value={failed.encoding ?? 'utf-8'}
                options={encodings.map(([value, text]) => ({ value, text }))}
                onChange={(encoding) => void take(failed.file, { format: failed.format, encoding })}
              />
            )}
          </Box>
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

/** Encodings of tables that older programs save, as they name them; UTF-16 is known by itself. */
const encodings = [
  ['utf-8', 'Unicode (UTF-8)'],
  ['windows-1252', 'Western (Windows-1252)'],
  ['windows-1250', 'Central European (Windows-1250)'],
  ['windows-1251', 'Cyrillic (Windows-1251)'],
  ['macintosh', 'Western (Macintosh)'],
  ['gb18030', '简体中文 (GB18030)'],
  ['big5', '繁體中文 (Big5)'],
  ['shift_jis', '日本語 (Shift_JIS)'],
  ['euc-kr', '한국어 (EUC-KR)'],
] as const;
