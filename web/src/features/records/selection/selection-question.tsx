import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { ConfirmDialog } from '../../../components/form/confirm-dialog.tsx';
import { localNumber } from '../../../lib/local-number.ts';
import { t } from '../../../texts/index.ts';
import '../../../texts/data-view.ts';
import { recordName } from '@bedplate/contract/record-name';
import { WhatFollows } from '../edit/what-follows.tsx';
import type { RecordPage } from '../queries/record-queries.ts';

/** Records that the question names; it counts the others. */
const namedAtOnce = 5;

interface SelectionQuestionProps {
  ids: readonly string[];
  page: Pick<RecordPage, 'data' | 'is_softDelete' | 'referredBy'>;
  onKeep: () => void;
  onConfirm: () => void;
}

/** Asks before the selection is deleted for good. */
export function SelectionQuestion({ ids, page, onKeep, onConfirm }: SelectionQuestionProps) {
  const nameOf = (id: string) => {
    const row = page.data.find((each) => each.id === id);
    return (row && recordName(row)) || id;
  };
  return (
    <ConfirmDialog
      open
      title={t('records.purgeTitle', { count: ids.length })}
      keep={t('records.keep')}
      confirm={t('records.purgeSelected')}
      busy={false}
      onKeep={onKeep}
      onConfirm={onConfirm}
    >
      <Typography sx={{ mb: 2 }}>{t(page.is_softDelete ? 'records.purgeText' : 'records.hardText')}</Typography>
      <Box component="ul" sx={{ m: 0, pl: 5, overflowWrap: 'anywhere' }}>
        {ids.slice(0, namedAtOnce).map((id) => (
          <li key={id} dir="auto">
            {nameOf(id)}
          </li>
        ))}
        {ids.length > namedAtOnce && <li>{t('records.andMore', { count: localNumber(ids.length - namedAtOnce) })}</li>}
      </Box>
      <WhatFollows referredBy={page.referredBy} />
    </ConfirmDialog>
  );
}
