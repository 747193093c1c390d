import { keyVerbs } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { DayRangeFields } from '../../components/form/day-range-fields.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { dayOfText, isoDay, today } from '../../lib/time/days.ts';
import { t } from '../../texts/index.ts';
import '../../texts/named-keys.ts';
import type { RequestFilters } from './request-filters.ts';

interface RequestToolbarProps {
  filters: RequestFilters;
  /** Whether the fields of a single line are asked for, beside the days. */
  ofLines: boolean;
  onChange: (part: Partial<RequestFilters>) => void;
}

/** Above the log: days, and what lines have to match. */
export function RequestToolbar({ filters, ofLines, onChange }: RequestToolbarProps) {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 3 }}>
      {ofLines && (
        <>
          <SearchBox width={220} value={filters.search} label={t('requests.search')} onSearch={(search) => onChange({ search })} />
          <Box sx={{ flex: { xs: '1 1 168px', sm: '0 0 168px' } }}>
            <ChoiceField
              label={t('requests.outcome')}
              none={t('requests.all')}
              value={filters.status}
              options={[
                { value: '2xx', text: t('requests.served') },
                { value: 'failed', text: t('requests.failed') },
                { value: '4xx', text: t('requests.refused') },
                { value: '5xx', text: t('requests.broken') },
              ]}
              onChange={(status) => onChange({ status })}
            />
          </Box>
          <Box sx={{ flex: { xs: '1 1 140px', sm: '0 0 140px' } }}>
            <ChoiceField
              label={t('requests.verb')}
              none={t('requests.all')}
              value={filters.verb}
              options={keyVerbs.map((verb) => ({ value: verb, text: t(`namedKeys.verb.${verb}`) }))}
              onChange={(verb) => onChange({ verb })}
            />
          </Box>
        </>
      )}
      <DayRangeFields
        labels={{ from: t('requests.from'), to: t('requests.to') }}
        value={{ from: dayOfText(filters.from), to: dayOfText(filters.to) }}
        max={today()}
        onChange={({ from, to }) => onChange({ from: from ? isoDay(from) : '', to: to ? isoDay(to) : '' })}
      />
      {ofLines && <Linked filters={filters} onChange={onChange} />}
    </Box>
  );
}

/** Filters that a link to this page has brought, to be taken away again. */
function Linked({ filters, onChange }: Omit<RequestToolbarProps, 'ofLines'>) {
  const given = [
    ['id', t('requestId')],
    ['key', t('requests.key')],
    ['trace', t('requests.trace')],
    ['storageId', t('requests.storage')],
  ] as const;
  return given
    .filter(([name]) => filters[name])
    .map(([name, text]) => (
      <Chip key={name} label={`${text}: …${filters[name].slice(-12)}`} title={filters[name]} onDelete={() => onChange({ [name]: '' })} />
    ));
}
