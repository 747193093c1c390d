import type { OnDelete } from '@bedplate/contract';
import Box from '@mui/material/Box';
import { useProjectStorages } from '../../../lib/project-storages.ts';
import { t } from '../../../texts/index.ts';
import '../../../texts/record-questions.ts';
import type { RecordPage } from '../queries/record-queries.ts';
import { useDataView } from '../state/data-view-store.tsx';

/** Says what a delete does to the records of other storages that refer to what is deleted. */
export function WhatFollows({ referredBy = {} }: Pick<RecordPage, 'referredBy'>) {
  const { projectId } = useDataView((state) => state.storage);
  const storages = useProjectStorages(projectId, Object.keys(referredBy).length > 0);
  // An archived one is not among them, and nothing of it follows.
  const found = (storages.data ?? []).flatMap(({ id, storageName }) =>
    Object.entries(referredBy[id] ?? {}).map(([field, action]) => ({ key: `${id}/${field}`, name: storageName, field, action })),
  );
  if (found.length === 0) return null;
  return (
    <Box component="ul" sx={{ m: 0, mt: 2, pl: 5, typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}>
      {found.map(({ key, name, field, action }) => (
        <li key={key}>{t(sentences[action], { name, field })}</li>
      ))}
    </Box>
  );
}

const sentences = {
  refuse: 'records.followsRefuse',
  clear: 'records.followsClear',
  cascade: 'records.followsCascade',
} as const satisfies Record<OnDelete, string>;
