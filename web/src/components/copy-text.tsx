import Check from '@mui/icons-material/Check';
import ContentCopy from '@mui/icons-material/ContentCopy';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useCopy } from '../lib/use-copy.ts';
import { useToast } from '../lib/toast.ts';
import { t } from '../texts/index.ts';

interface CopyTextProps {
  text: string;
  /** Names the button, for example 'Copy project ID'. */
  label: string;
  /** Shown instead of the text itself, for example a masked key. */
  shown?: string;
  /** Goes on in a second line after so many pixels, instead of being cut off. */
  wrapsAt?: number;
  onCopied?: () => void;
}

/** Of the button and the gap before it. */
const besideButton = 31;

/** An id, key or address in mono with a copy button. */
export function CopyText({ text, label, shown, wrapsAt, onCopied }: CopyTextProps) {
  const wrapped = {
    minWidth: `min(${Math.min(wrapsAt ?? 0, 112)}px, 100%)`,
    maxWidth: wrapsAt,
    // A table scrolls sideways there, so its columns need not share the window.
    '@media (max-width: 899px)': { width: 'max-content', minWidth: `min(${wrapsAt}px, 100% - ${besideButton}px)` },
    overflowWrap: 'anywhere',
    whiteSpace: 'normal',
    lineHeight: '16px',
  } as const;
  const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;
  return (
    <Box
      component="span"
      className="copy-text"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, minWidth: 0, maxWidth: '100%' }}
    >
      <Typography variant="mono" component="span" sx={wrapsAt === undefined ? cut : wrapped}>
        {shown ?? text}
      </Typography>
      <CopyButton text={text} label={label} {...(onCopied ? { onCopied } : {})} />
    </Box>
  );
}

/** An id by its end: ids begin with the time, so those of a list begin alike. A copy and the tooltip have the whole id. */
export function IdText({ id, label }: { id: string; label: string }) {
  return (
    <span title={id}>
      <CopyText text={id} shown={id.length > 10 ? `…${endOf(id)}` : id} label={label} />
    </span>
  );
}

/** Ids of an account's month end in the month, which all rows of a list share. */
function endOf(id: string): string {
  return /.{4}_\d{1,8}$/.exec(id)?.[0] ?? id.slice(-7);
}

export function CopyButton({ text, label, onCopied }: Omit<CopyTextProps, 'shown' | 'wrapsAt'>) {
  const { state, copy } = useCopy();
  const toast = useToast();
  const onClick = async () => {
    if (await copy(text)) onCopied?.();
    else toast.error(t('copyFailed'));
  };
  return (
    <Tooltip title={state === 'copied' ? t('copied') : label}>
      <IconButton size="small" className="copy-button" aria-label={label} onClick={() => void onClick()}>
        {state === 'copied' ? <Check color="success" sx={{ fontSize: 15 }} /> : <ContentCopy sx={{ fontSize: 15 }} />}
      </IconButton>
    </Tooltip>
  );
}
