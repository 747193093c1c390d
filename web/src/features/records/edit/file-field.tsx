import type { DataRecord } from '@bedplate/contract';
import UploadFile from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { limits } from '@bedplate/contract';
import { type ChangeEvent, useState } from 'react';
import { LogLink } from '../../../components/form/log-link.tsx';
import { Field } from '../../../components/form/field.tsx';
import { messageOf } from '../../../lib/api/api-error.ts';
import { upload } from '../../../lib/api/upload.ts';
import { fileSize } from '../../../lib/file-size.ts';
import { t } from '../../../texts/index.ts';
import { fileIn, pictureOf } from '../columns/picture-of.ts';
import { itemPath } from '../queries/record-queries.ts';
import type { StorageRef } from '../../../lib/storage-path.ts';
import { showStored } from '../queries/save-record.ts';

interface FileFieldProps {
  label: string;
  record: DataRecord;
  storage: StorageRef;
  /** The file's address. */
  text: string;
  onText: (text: string) => void;
  /** Gets the record as it is once the chosen file is stored. */
  onStored: (record: DataRecord) => void;
  error?: string | undefined;
  help?: React.ReactNode;
}

/** A field with a file: the one it has, its address, and a chooser, whose file is stored at once. */
export function FileField({ label, record, storage, text, onText, onStored, error, help }: FileFieldProps) {
  const client = useQueryClient();
  const [progress, setProgress] = useState(0);
  const [tooLarge, setTooLarge] = useState<string | null>(null);
  const send = useMutation({
    mutationFn(file: File) {
      const form = new FormData();
      form.append('file', file);
      const path = `${itemPath(storage, record.id)}/file?fieldName=${encodeURIComponent(label)}`;
      return upload<{ data: DataRecord }>(path, form, { onProgress: setProgress });
    },
    onSuccess({ data }) {
      showStored(client, storage, data);
      onStored(data);
    },
  });
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    target.value = ''; // the same file may be chosen again
    if (!file) return;
    setTooLarge(file.size > limits.upload ? t('files.tooLarge', { name: file.name, size: fileSize(limits.upload) }) : null);
    setProgress(0);
    if (file.size <= limits.upload) send.mutate(file);
  };
  const file = text === '' ? undefined : fileIn(record, label);
  const picture = file && pictureOf(record, label);
  const failure = tooLarge ?? (send.error ? messageOf(send.error, t('files.uploadFailed'), t('files.uploadFailed')) : undefined);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      <Field
        label={label}
        value={text}
        onChange={(event) => onText(event.target.value)}
        help={file?.name ? `${file.name} · ${fileSize(file.size ?? 0)}` : help}
        error={failure ?? error}
        inputProps={{ autoComplete: 'off', spellCheck: false }}
        startAdornment={picture && <Box component="img" src={picture} alt="" sx={pictureStyle} />}
      />
      {tooLarge === null && <LogLink error={send.error} />}
      <Button
        component="label"
        variant="outlined"
        color="inherit"
        size="small"
        startIcon={<UploadFile />}
        disabled={send.isPending}
        sx={chooserStyle}
      >
        {t('value.chooseFile')}
        <input
          type="file"
          aria-label={t('value.chooseFileOf', { field: label })}
          onChange={choose}
          style={hiddenStyle}
          disabled={send.isPending}
        />
      </Button>
      {send.isPending && (
        <LinearProgress variant="determinate" value={progress * 100} aria-label={t('value.chooseFileOf', { field: label })} />
      )}
    </Box>
  );
}

const pictureStyle = { width: 28, height: 28, mr: 2, borderRadius: '4px', objectFit: 'cover', flexShrink: 0 };
/** The input has the focus and is not seen. */
const chooserStyle = { alignSelf: 'flex-start', '&:focus-within': { outline: 2, outlineColor: 'primary.main', outlineOffset: 2 } };
const hiddenStyle = { position: 'absolute', width: 1, height: 1, opacity: 0, overflow: 'hidden' } as const;
