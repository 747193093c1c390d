import type { SystemLogRow } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { CopyText } from '../../../components/copy-text.tsx';
import { t } from '../../../texts/index.ts';

/** The event of an entry, and for an error why and where. */
export function LogDetail({ entry }: { entry: SystemLogRow }) {
  const [isOpen, setOpen] = useState(false);
  const { message, error, fileName, callerFunction, requestId, fields } = entry;
  const facts = [
    ...(error ? [t('office.pair', { name: t('logs.reason'), value: error.name })] : []),
    ...(fileName ? [t('office.pair', { name: t('logs.file'), value: fileName })] : []),
    ...(callerFunction ? [t('office.pair', { name: t('logs.function'), value: callerFunction })] : []),
    ...Object.entries(fields).map(([name, value]) => `${name}: ${String(value)}`),
  ];
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3 }}>
        <Typography component="span" dir="auto" sx={{ fontWeight: 550, overflowWrap: 'anywhere' }}>
          {message}
        </Typography>
        {requestId && <CopyText text={requestId} label={t('copyRequestId')} />}
      </Box>
      {facts.length > 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
          {facts.join(' · ')}
        </Typography>
      )}
      {error && (
        <>
          {isOpen && (
            <Box
              component="pre"
              tabIndex={0}
              sx={{ typography: 'mono', bgcolor: 'code', p: 3, m: 0, mt: 2, borderRadius: 1, overflow: 'auto', maxHeight: 320 }}
            >
              {error.message}
              {'\n'}
              {error.stack}
            </Box>
          )}
          <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} sx={{ mt: 1 }}>
            {t(isOpen ? 'logs.less' : 'logs.more')}
          </Button>
        </>
      )}
    </Box>
  );
}
