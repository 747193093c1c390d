import type { Json } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import { paths } from '../../lib/navigation/paths.ts';
import { t } from '../../texts/index.ts';
import type { StorageRef } from '../../lib/storage-path.ts';

interface ExamplesProps {
  storage: StorageRef;
  examples: readonly { id: string; value: Json }[];
}

/** The first records that disagree, by their values; each leads to its record. */
export function Examples({ storage: { projectId, storageId }, examples }: ExamplesProps) {
  if (examples.length === 0) return null;
  return (
    <Box component="ul" aria-label={t('fields.examples')} sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      {examples.map(({ id, value }) => (
        <li key={id}>
          <Link
            component={RouterLink}
            to={`${paths.dataView(projectId, storageId)}?search=${encodeURIComponent(id)}`}
            title={id}
            aria-label={t('fields.exampleNamed', { value: shownValue(value), id })}
            sx={exampleStyle}
          >
            {shownValue(value)}
          </Link>
        </li>
      ))}
    </Box>
  );
}

/** @returns the value as JSON on one line */
export function shownValue(value: Json): string {
  if (value === null) return t('fields.missing');
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

const exampleStyle = {
  display: 'inline-block',
  maxWidth: 280,
  px: 1.5,
  borderRadius: '4px',
  bgcolor: 'action.hover',
  typography: 'mono',
  fontSize: '0.75rem',
  overflowWrap: 'anywhere',
};
