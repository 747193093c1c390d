import Box from '@mui/material/Box';
import { useWatch } from 'react-hook-form';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { t } from '../../texts/index.ts';
import '../../texts/storage-form.ts';
import type { StorageForm } from './storage-fields.tsx';
import { type TemplateId, templateIds, templates } from './templates.ts';

interface TemplateFieldProps {
  form: StorageForm;
  chosen: TemplateId | null;
  onChoose: (chosen: TemplateId | null) => void;
}

/** Chooses the fields that a new storage begins with. Its name and key follow, unless somebody has typed others. */
export function TemplateField({ form, chosen, onChoose }: TemplateFieldProps) {
  const [name, key] = useWatch({ control: form.control, name: ['storageName', 'storageKey'] });
  const choose = (value: string) => {
    const next = templateIds.find((id) => id === value) ?? null;
    const before = chosen && templates[chosen];
    const after = next && templates[next];
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
    if (name === '' || name === before?.storageName) form.setValue('storageName', after?.storageName ?? '', options);
    if (key === '' || key === before?.storageKey) form.setValue('storageKey', after?.storageKey ?? '', options);
    onChoose(next);
  };
  return (
    <ChoiceField
      label={t('storage.template')}
      none={t('storage.template.blank')}
      value={chosen ?? ''}
      options={templateIds.map((id) => ({ value: id, text: t(`storage.template.${id}`) }))}
      onChange={choose}
      help={chosen ? <Fields names={Object.keys(templates[chosen].schema.fields)} /> : t('storage.template.blankHelp')}
    />
  );
}

function Fields({ names }: { names: readonly string[] }) {
  return (
    <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
      {t('storage.template.fields', { names: names.join(t('between')) })}
    </Box>
  );
}
