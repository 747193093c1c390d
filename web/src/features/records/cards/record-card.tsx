import type { DataRecord } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { memo, useId } from 'react';
import { IdText } from '../../../components/copy-text.tsx';
import { cardStyle, cardTitleStyle } from '../../../components/row-card-style.ts';
import { RowSheet } from '../../../components/row-sheet.tsx';
import { MoreOfRow, Values } from '../../../components/row-values.tsx';
import { Breakable } from '../../../lib/breakable.tsx';
import { ownValue } from '../../../lib/own-value.ts';
import { t } from '../../../texts/index.ts';
import '../../../texts/data-view.ts';
import { cellText, isEmptyValue } from '../columns/cell-text.ts';
import { pictureOf } from '../columns/picture-of.ts';
import { recordName } from '@bedplate/contract/record-name';
import { FaultNote } from '../faults/fault-note.tsx';
import { useFindFault } from '../faults/find-fault.ts';
import type { RowActionHandlers } from '../grid/row-actions.tsx';
import { selectedIds, useDataView, useDataViewStore } from '../state/data-view-store.tsx';
import type { CardFields } from './card-fields.ts';
import { SelectBox } from './select-box.tsx';

interface RecordCardProps {
  record: DataRecord;
  /** The fields that are not hidden. */
  names: readonly string[];
  fields: CardFields;
  /** Null for roles that only read. */
  actions: RowActionHandlers | null;
  maySelect: boolean;
}

/** A record by what people know it by. Its name opens it, where it may be changed. */
export const RecordCard = memo(function RecordCard({ record, names, fields, actions, maySelect }: RecordCardProps) {
  const { id } = record;
  const titleId = useId();
  const isSelected = useDataView((state) => selectedIds(state).has(id));
  const isChanged = useDataView(({ changed }) => changed.has(id));
  const isDeleted = record.is_deleted === true;
  const findFault = useFindFault();
  const faults = names.map((field) => findFault(record, field)).filter((fault) => fault !== null);
  const store = useDataViewStore();
  const toggle = () => {
    const { choose } = store.getState();
    const ids = new Set(selectedIds(store.getState()));
    if (!ids.delete(id)) ids.add(id);
    choose(ids);
  };
  const name = titleOf(record, fields);
  const shownName = <Breakable>{name}</Breakable>;
  const canOpen = actions !== null && actions.refusal === null && !isDeleted;
  const valueOf = (role: string) => (field: string) => ({ title: field, role, content: <Value record={record} field={field} /> });
  // A record without the field that names the others has one of its values for a title, and not once more below it.
  const isNamedElsewhere = fields.title === undefined || isEmptyValue(ownValue(record, fields.title));
  const namedBy = isNamedElsewhere ? fields.values.find((field) => cellText(ownValue(record, field)) === name) : undefined;
  const values = fields.values
    .map((field, at) => ({ field, role: at < fields.short ? 'detail' : 'line' }))
    .filter(({ field }) => field !== namedBy)
    .map(({ field, role }) => valueOf(role)(field));
  const rest = names.filter((field) => field !== 'id' && field !== fields.title && !fields.values.includes(field));
  return (
    <Box component="li" aria-labelledby={titleId} className={isChanged ? 'changed' : ''} sx={card}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
        {maySelect && (
          <Box sx={{ m: -2, mr: 0 }}>
            <SelectBox label={t('records.selectNamed', { name })} checked={isSelected} onChange={toggle} />
          </Box>
        )}
        <Box
          id={titleId}
          dir="auto"
          translate="no"
          sx={{ ...title, ...(isDeleted && { color: 'text.secondary', textDecoration: 'line-through' }) }}
        >
          {canOpen ? (
            <button type="button" className="open-record" onClick={() => actions.onEdit(record)}>
              {shownName}
            </button>
          ) : (
            shownName
          )}
        </Box>
        {actions && (
          <Box sx={{ position: 'relative', zIndex: 1 }}>
            <RowSheet titleId={titleId}>
              <Actions record={record} on={actions} />
            </RowSheet>
          </Box>
        )}
      </Box>
      <Values values={values} />
      {faults.length > 0 && (
        <Box component="ul" aria-label={t('records.faults')} sx={faultList}>
          {faults.map((fault) => (
            <li key={fault}>
              <FaultNote>{fault}</FaultNote>
            </li>
          ))}
        </Box>
      )}
      <Box sx={{ position: 'relative', zIndex: 1, justifySelf: 'start' }}>
        <MoreOfRow
          isLate
          values={rest.map(valueOf('line'))}
          ids={[{ title: 'id', role: 'id', content: <IdText id={id} label={t('storage.copyId', { name })} /> }]}
        />
      </Box>
    </Box>
  );
});

/** By the field that names the page's records, or by what names this one. */
function titleOf(record: DataRecord, { title: field }: CardFields): string {
  const value = field === undefined ? undefined : ownValue(record, field);
  return (isEmptyValue(value) ? recordName(record) : cellText(value)) || record.id;
}

function Value({ record, field }: { record: DataRecord; field: string }) {
  const value = ownValue(record, field);
  const picture = pictureOf(record, field);
  return (
    <Box
      component="span"
      translate="no"
      sx={isEmptyValue(value) ? { color: 'text.secondary', fontSize: '0.75rem' } : { fontVariantNumeric: 'tabular-nums' }}
    >
      {picture && <Box component="img" src={picture} alt="" loading="lazy" sx={thumbnail} />}
      <Breakable>{cellText(value)}</Breakable>
    </Box>
  );
}

function Actions({ record, on }: { record: DataRecord; on: RowActionHandlers }) {
  const isGone = useDataView(({ gone }) => gone.has(record.id)) && record.is_deleted === true;
  const refusal = isGone ? t('records.goneMeanwhile') : on.refusal;
  const common = { color: 'inherit', disabled: refusal !== null, title: refusal ?? undefined } as const;
  if (record.is_deleted === true && !isGone)
    return (
      <Button {...common} onClick={() => on.onRestore(record)}>
        {t('records.restore')}
      </Button>
    );
  return (
    <>
      <Button {...common} onClick={() => on.onEdit(record)}>
        {t('records.edit')}
      </Button>
      <Button {...common} color="error" onClick={() => on.onDelete(record)}>
        {t('records.delete')}
      </Button>
    </>
  );
}

const card = {
  position: 'relative',
  ...cardStyle,
  '& .copy-button': { width: 44, height: 44, my: -3 },
  '&.changed::after': {
    content: '""',
    position: 'absolute',
    inset: 0,
    borderRadius: 'inherit',
    pointerEvents: 'none',
    bgcolor: 'accent.main',
    opacity: 0,
    animation: 'record-changed 2s ease-out',
  },
  '@keyframes record-changed': { from: { opacity: 0.14 }, to: { opacity: 0 } },
} as const;

const title = {
  ...cardTitleStyle,
  '& .open-record': { all: 'unset', cursor: 'pointer', overflowWrap: 'anywhere' },
  // A press anywhere on the card opens the record.
  '& .open-record::after': { content: '""', position: 'absolute', inset: 0, borderRadius: '12px' },
  '& .open-record:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
} as const;

const faultList = { listStyle: 'none', m: 0, p: 0, typography: 'caption', display: 'grid', gap: 1 } as const;

const thumbnail = { width: 40, height: 40, mr: 2, borderRadius: 1, objectFit: 'cover', verticalAlign: 'middle' } as const;
