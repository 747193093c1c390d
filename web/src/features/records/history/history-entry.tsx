import type { FieldChange, HistoryEntry } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { localDateTime } from '../../../lib/time.ts';
import { t } from '../../../texts/index.ts';
import { authorText } from '../../undo/author-text.ts';
import { type RecordRef, ValueOfChange } from './value-of-change.tsx';

interface HistoryEntryProps {
  of: RecordRef;
  entry: HistoryEntry;
  /** Sets a field back to its value before the change; absent for a deleted record. */
  onTakeBack?: ((field: string) => void) | undefined;
  /** Takes all later changes back; absent where there are none. */
  onBackTo?: (() => void) | undefined;
  isBusy: boolean;
}

/** One change of a record: when, who, and each field before and after. */
export function HistoryEntryItem({ of, entry, onTakeBack, onBackTo, isBusy }: HistoryEntryProps) {
  const changes = Object.entries(entry.changes);
  return (
    <Box component="li" sx={{ py: 3, borderBottom: 1, borderColor: 'divider', '&:last-child': { borderBottom: 0 } }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, alignItems: 'baseline' }}>
        <Typography sx={{ fontWeight: 600 }}>{t(`history.${entry.operation}`)}</Typography>
        <Typography color="text.secondary" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {authorText(entry.author)}
        </Typography>
        <Typography component="time" dateTime={entry.at} variant="body2" color="text.secondary" sx={{ ml: 'auto' }}>
          {localDateTime(entry.at)}
        </Typography>
      </Box>
      {changes.map(([field, change]) => (
        <FieldLine
          key={field}
          of={of}
          field={field}
          change={change}
          onTakeBack={entry.operation === 'update' ? onTakeBack : undefined}
          isBusy={isBusy}
        />
      ))}
      {onBackTo && (
        <Button
          size="small"
          disabled={isBusy}
          aria-label={t('history.backTo', { time: localDateTime(entry.at) })}
          onClick={onBackTo}
          sx={{ mt: 2 }}
        >
          {t('history.backToThis')}
        </Button>
      )}
    </Box>
  );
}

interface FieldLineProps {
  of: RecordRef;
  field: string;
  change: FieldChange;
  onTakeBack: HistoryEntryProps['onTakeBack'];
  isBusy: boolean;
}

function FieldLine({ of, field, change, onTakeBack, isBusy }: FieldLineProps) {
  const isPassword = field === 'password' && change.from === undefined;
  return (
    <Box sx={{ mt: 2, display: 'flex', alignItems: 'baseline', gap: 2 }}>
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography component="span" dir="auto" variant="body2" sx={{ fontWeight: 500 }}>
          {field}
        </Typography>{' '}
        <Typography component="span" variant="body2" color="text.secondary">
          {isPassword ? (
            t('history.passwordChanged')
          ) : (
            <>
              {'from' in change && (
                <Box component="del" dir="auto">
                  <ValueOfChange of={of} value={change.from} file={change.fromFile} />
                </Box>
              )}
              {'from' in change && 'to' in change && ' → '}
              {'to' in change && (
                <Box component="ins" dir="auto" sx={{ textDecoration: 'none', color: 'text.primary' }}>
                  <ValueOfChange of={of} value={change.to} file={change.toFile} />
                </Box>
              )}
            </>
          )}
        </Typography>
      </Box>
      {onTakeBack && !isPassword && (
        <Button size="small" disabled={isBusy} aria-label={t('history.takeBackField', { field })} onClick={() => onTakeBack(field)}>
          {t('history.takeBack')}
        </Button>
      )}
    </Box>
  );
}
