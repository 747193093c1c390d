import { holdsNumbers } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormHelperText from '@mui/material/FormHelperText';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId } from 'react';
import { t } from '../../../texts/index.ts';
import { sentences } from '../../../texts/sentences.ts';
import { localNumber } from '../../../lib/local-number.ts';
import { ownZone } from '../../../lib/time/own-zone.ts';
import { cellText } from '../columns/cell-text.ts';
import { type Choice, choiceOf, choicesOf, chosen } from './column-choice.ts';
import { type Column, isOfServer } from './columns.ts';
import type { DeclaredFields } from '../schema/may-edit.ts';
import { isAsked, sentTo, unsureIn } from './declared-columns.ts';

export const columnGrid = {
  display: 'grid',
  gridTemplateColumns: { xs: '32px minmax(0, 1fr)', sm: '32px minmax(0, 1.3fr) minmax(0, 1fr) 176px' },
  columnGap: 3,
  rowGap: 1.5,
  alignItems: 'start',
};

const written = {
  amounts: 'import.writtenAmounts',
  days: 'import.writtenDays',
  flags: 'import.writtenFlags',
  zeros: 'import.writtenZeros',
} as const;

/** A declared field reads words for true and false, and amounts with their last zeros. */
function staysText({ type, written: as, declared, forms, isZoneless }: Column): boolean {
  if (type === 'text') return !isZoneless;
  if (type !== 'declared' || !declared || forms) return false;
  return as === 'days' ? declared.type === 'date' || declared.type === 'dateTime' : as === 'amounts' && holdsNumbers(declared);
}

interface ColumnRowProps {
  column: Column;
  hasTypes: boolean;
  isNew: boolean;
  /** Whether a new field may be declared. */
  mayDeclare: boolean;
  declared: DeclaredFields;
  listId: string;
  problem: string | undefined;
  onChange: (column: Column) => void;
}

/** One column: whether it is imported, its values, its field and its type. */
export function ColumnRow({ column, hasTypes, isNew, mayDeclare, declared, listId, problem, onChange }: ColumnRowProps) {
  const { source, samples, field, isIncluded } = column;
  const below = useId();
  const choice = choiceOf(column);
  const choices = choicesOf(column, { hasTypes, mayDeclare: mayDeclare && isNew });
  const help =
    problem ??
    (isAsked(column)
      ? t(unsureIn(column) === 'comma' ? 'import.askComma' : 'import.askDates')
      : (kindsHelp() ?? (sentences(systemHelp(), renamedHelp(), zoneHelp(), writtenHelp(), newFieldHelp()) || undefined)));
  return (
    <Box sx={{ ...columnGrid, py: 2.5, borderTop: 1, borderColor: 'divider' }}>
      <Checkbox
        size="small"
        checked={isIncluded}
        onChange={(_, included) => onChange({ ...column, isIncluded: included })}
        slotProps={{ input: { 'aria-label': t('import.include', { column: source }) } }}
        sx={{ p: 1, mt: 0.5 }}
      />
      <Box sx={{ minWidth: 0, gridColumn: { xs: '2 / -1', sm: 'auto' } }}>
        <Box dir="auto" sx={{ fontWeight: 550, color: isIncluded ? 'text.primary' : 'text.secondary', overflowWrap: 'anywhere' }}>
          {source}
        </Box>
        <Box
          sx={{
            typography: 'mono',
            fontSize: '0.75rem',
            color: 'text.secondary',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {samples.length > 0 ? samples.map(cellText).join(' · ') : t('import.emptyColumn')}
        </Box>
      </Box>
      <Box sx={{ minWidth: 0, gridColumn: { xs: '2', sm: 'auto' } }}>
        <OutlinedInput
          fullWidth
          size="small"
          value={field}
          disabled={!isIncluded}
          error={problem !== undefined}
          onChange={(event) => onChange(sentTo(column, event.target.value, declared))}
          inputProps={{
            'aria-label': t('import.fieldOf', { column: source }),
            'aria-invalid': problem !== undefined,
            'aria-describedby': help ? below : undefined,
            list: listId,
            autoComplete: 'off',
            spellCheck: false,
          }}
        />
        {help && (
          <FormHelperText id={below} error={problem !== undefined} role={problem ? 'alert' : undefined}>
            {help}
          </FormHelperText>
        )}
      </Box>
      <NativeSelect
        value={choice}
        disabled={!isIncluded}
        onChange={(event) => onChange(chosen(column, event.target.value as Choice)) /* of the options below */}
        input={<OutlinedInput size="small" />}
        inputProps={{ 'aria-label': t('import.typeOf', { column: source }) }}
        sx={{
          gridColumn: { xs: '2', sm: 'auto' },
          '& option': { bgcolor: 'background.paper', color: 'text.primary' },
          '& select': { pr: '32px !important' },
        }}
      >
        {choices.map((known) => (
          <option key={known} value={known}>
            {t(`import.type.${known}`, { zone: ownZone() })}
          </option>
        ))}
      </NativeSelect>
    </Box>
  );

  function kindsHelp(): string | undefined {
    if (!isIncluded || column.type !== 'text' || !column.kinds) return undefined;
    const { most, all, other } = column.kinds;
    return t('import.severalKinds', { most: localNumber(most), all: localNumber(all), other });
  }

  function systemHelp(): string | undefined {
    return isIncluded || !isOfServer(column) ? undefined : t('import.leftOut');
  }

  function renamedHelp(): string | undefined {
    if (!isIncluded || column.renamed !== field) return undefined;
    return t('import.renamed');
  }

  function zoneHelp(): string | undefined {
    if (!isIncluded || !column.isZoneless || column.type !== 'text' || column.forms?.zone) return undefined;
    return t('import.noZone');
  }

  function writtenHelp(): string | undefined {
    if (!isIncluded || !column.written || !staysText(column)) return undefined;
    return t(written[column.written]);
  }

  function newFieldHelp(): string | undefined {
    if (!isIncluded || !isNew) return undefined;
    return t(column.type === 'decimal' ? 'import.newDecimal' : 'import.newField');
  }
}
