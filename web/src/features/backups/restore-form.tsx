import type { BackedUpStorage, RestoreMode, RestoreOrder, RestorePlace } from '@bedplate/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import { CheckList } from '../../components/form/check-list.tsx';
import { ChoiceField } from '../../components/form/choice-field.tsx';
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

/** The storages that are restored, how far, and where. */
export function RestoreForm({ contents, chosen, onChange }: RestoreFormProps) {
  const { storages = contents.map(({ id }) => id), place, mode, setup = false } = chosen;
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
        onChange={(ids) => onChange({ ...chosen, storages: ids })}
      />
      <ChoiceField
        label={t('backups.where')}
        value={place}
        options={places.map((value) => ({ value, text: t(`backups.place.${value}`) }))}
        onChange={(value) => onChange({ ...chosen, place: value as RestorePlace })} // one of the options
      />
      {place === 'inPlace' && (
        <ChoiceField
          label={t('backups.what')}
          value={mode}
          options={modes.map((value) => ({ value, text: t(`backups.mode.${value}`) }))}
          onChange={(value) => onChange({ ...chosen, mode: value as RestoreMode })} // one of the options
        />
      )}
      {isThere && (
        <div>
          <SwitchField label={t('backups.setup')} checked={setup} onChange={(isAsked) => onChange({ ...chosen, setup: isAsked })} />
          <FormHelperText sx={{ mx: 0 }}>{t('backups.setupHelp')}</FormHelperText>
        </div>
      )}
      {isFinal && <Alert severity="warning">{t('backups.noHistory')}</Alert>}
    </Box>
  );
}
