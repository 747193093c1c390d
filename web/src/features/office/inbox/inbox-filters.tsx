import { type MessageState, messageStates } from '@bedplate/contract';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { ChoiceField } from '../../../components/form/choice-field.tsx';
import { DayRangeFields } from '../../../components/form/day-range-fields.tsx';
import { DownloadButton } from '../../../components/download-button.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { today } from '../../../lib/time/days.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { t } from '../../../texts/index.ts';
import { fetchInboxFile, useStaff } from './inbox-queries.ts';
import type { InboxView } from './inbox-view.ts';
import { SortButton } from '../lists/office-table.tsx';
import { SavedFilterMenu } from '../lists/saved-filter-menu.tsx';

/** Days, state, who looks after it, search and order. */
export function InboxFilters({ view, onChange }: { view: InboxView; onChange: (changes: Partial<InboxView>) => void }) {
  const [last] = useState(today);
  const staff = useStaff();
  const states = messageStates.map((value) => ({ value, text: stateText(value) }));
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 3 }}>
      <DayRangeFields
        labels={{ from: t('inbox.from'), to: t('inbox.to') }}
        value={{ from: view.from, to: view.to }}
        max={last}
        onChange={onChange}
      />
      <Box sx={{ width: 120 }}>
        <ChoiceField
          label={t('inbox.state')}
          none={t('inbox.anyState')}
          value={view.state}
          options={states}
          onChange={(value) => onChange({ state: messageStates.find((state) => state === value) ?? '' })}
        />
      </Box>
      <Box sx={{ width: 168 }}>
        <ChoiceField
          label={t('inbox.assignee')}
          none={t('inbox.anyone')}
          value={view.assigneeId}
          options={(staff.data ?? []).map(({ id, name }) => ({ value: id, text: name }))}
          onChange={(assigneeId) => onChange({ assigneeId })}
        />
      </Box>
      <SearchBox width={380} key={view.search} value={view.search} label={t('inbox.search')} onSearch={(search) => onChange({ search })} />
      <SortButton order={view.sortOrder} onSort={(sortOrder) => onChange({ sortOrder })} />
      <SavedFilterMenu />
      <DownloadButton fetchFile={() => fetchInboxFile(view)} failed={(error) => messageOf(error, t('office.exportFailed'))}>
        {t('office.export')}
      </DownloadButton>
    </Box>
  );
}

export function stateText(state: MessageState): string {
  return t(state === 'open' ? 'inbox.open.state' : 'inbox.closed.state');
}
