import type { BackedUpStorage, RestoreMode, RestoreOrder, RestorePlace } from '@bedplate/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import { useState } from 'react';
import { CheckList } from '../../components/form/check-list.tsx';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { Field } from '../../components/form/field.tsx';
import { SwitchField } from '../../components/form/switch-field.tsx';
import { localNumber } from '../../lib/local-number.ts';
import { t } from '../../texts/index.ts';

/** Of the contract, whose values would come with every page. */
const modes: readonly RestoreMode[] = ['missing', 'changed', 'exact'];
const places: readonly RestorePlace[] = ['inPlace', 'beside'];

interface RestoreFormProps {
  contents: readonly BackedUpStorage[];
  chosen: RestoreOrder;
  onChange: (chosen: RestoreOrder) => void;
}

/** Which records of one storage. */
const parts = ['all', 'ids', 'where'] as const;

/** The storages that are restored, how far, and where. */
export function RestoreForm({ contents, chosen, onChange }: RestoreFormProps) {
  const { storages = contents.map(({ id }) => id), place, mode, setup = false } = chosen;
  const isSome = chosen.ids !== undefined || chosen.where !== undefined;
  const isThere = place === 'inPlace' && contents.some((each) => storages.includes(each.id) && each.isPresent);
  const isFinal = place === 'inPlace' && contents.some((each) => storages.includes(each.id) && each.isPresent && !each.keepsHistory);
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 5, pt: 1 }}>
      <CheckList
        label={t('backups.which')}
        options={contents.map(({ id, storageName, records }) => ({
          value: id,
          text: t('backups.storage', { name: storageName, count: localNumber(records) }),
        }))}
        chosen={storages}
        error={storages.length === 0 ? t('backups.whichNone') : undefined}
        onChange={(ids) => onChange({ ...(ids.length === 1 ? chosen : ofAll(chosen)), storages: ids })}
      />
      {storages.length === 1 && <SomeRecords chosen={chosen} onChange={onChange} />}
      <ChoiceField
        label={t('backups.place')}
        value={place}
        options={places.map((value) => ({ value, text: t(`backups.place.${value}`) }))}
        onChange={(value) => onChange({ ...chosen, place: value as RestorePlace })} // one of the options
      />
      {place === 'inPlace' && (
        <ChoiceField
          label={t('backups.what')}
          value={mode}
          options={modes.filter((value) => !isSome || value !== 'exact').map((value) => ({ value, text: t(`backups.mode.${value}`) }))}
          onChange={(value) => onChange({ ...chosen, mode: value as RestoreMode })} // one of the options
        />
      )}
      {isThere && !isSome && (
        <div>
          <SwitchField label={t('backups.setup')} checked={setup} onChange={(isAsked) => onChange({ ...chosen, setup: isAsked })} />
          <FormHelperText sx={{ mx: 0 }}>{t('backups.setupHelp')}</FormHelperText>
        </div>
      )}
      {isFinal && <Alert severity="warning">{t('backups.noHistory')}</Alert>}
    </Box>
  );
}

function SomeRecords({ chosen, onChange }: Pick<RestoreFormProps, 'chosen' | 'onChange'>) {
  const part = parts.find((one) => one !== 'all' && chosen[one] !== undefined) ?? 'all';
  const [text, setText] = useState(chosen.where ?? chosen.ids?.join(' ') ?? '');
  const choose = (next: string, given: string) => {
    const order = ofAll(chosen);
    if (next === 'all') return onChange(order);
    const mode = order.mode === 'exact' ? 'changed' : order.mode; // no other record is meant
    onChange({ ...order, mode, ...(next === 'ids' ? { ids: given.split(/[\s,]+/).filter(Boolean) } : { where: given.trim() }) });
  };
  return (
    <>
      <ChoiceField
        label={t('backups.some')}
        value={part}
        options={parts.map((value) => ({ value, text: t(`backups.some.${value}`) }))}
        onChange={(next) => choose(next, text)}
      />
      {part !== 'all' && (
        <Field
          label={t(`backups.${part}`)}
          help={t(`backups.${part}Help`)}
          required
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            choose(part, target.value);
          }}
        />
      )}
    </>
  );
}

function ofAll(chosen: RestoreOrder): RestoreOrder {
  const { ids: _, where: __, ...order } = chosen;
  return order;
}
