import { type EndUserReach, type Storage, usualReadOnlyFields } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Controller } from 'react-hook-form';
import { Link as RouterLink } from 'react-router-dom';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { paths } from '../../lib/navigation/paths.ts';
import { t } from '../../texts/index.ts';
import '../../texts/storage-form.ts';
import { NamesField } from './names-field.tsx';
import { SettingsSection } from './settings-section.tsx';
import type { StorageForm } from './storage-fields.tsx';

const reaches: readonly EndUserReach[] = ['none', 'own', 'all'];

/** The rights of the app's own users, who come with an access token: a choice, or the rules of the storage. */
export function AccessFields({ form, storage: { id: storageId, projectId, hasRules } }: { form: StorageForm; storage: Storage }) {
  const options = reaches.map((value) => ({ value, text: t(`access.${value}`) }));
  return (
    <SettingsSection
      title={t('access.title')}
      about={
        <>
          {t(hasRules ? 'access.rulesDecide' : 'access.help')}{' '}
          <Link component={RouterLink} to={paths.accessRules(projectId, storageId)} underline="always">
            {t('access.rules')}
          </Link>
        </>
      }
    >
      {!hasRules && (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}>
          {(['read', 'write'] as const).map((verb) => (
            <Controller
              key={verb}
              control={form.control}
              name={`endUserAccess.${verb}`}
              render={({ field: { value, onChange } }) => (
                <ChoiceField label={t(`access.${verb}`)} value={value ?? 'none'} options={options} onChange={onChange} />
              )}
            />
          ))}
        </Box>
      )}
      <Controller
        control={form.control}
        name="endUserAccess.readOnly"
        render={({ field: { value, onChange }, fieldState: { error } }) => (
          <NamesField
            label={t('access.readOnly')}
            help={t('access.readOnlyHelp')}
            error={error ? t('access.readOnlyInvalid') : undefined}
            names={value ?? usualReadOnlyFields}
            onChange={onChange}
          />
        )}
      />
    </SettingsSection>
  );
}
