import { type PlatformSettings, SiteDemoChange } from '@bedplate/contract';
import { Field } from '../../../components/form/field.tsx';
import { RecordFormDialog } from '../../../components/form/record-form-dialog.tsx';
import { SubmitButton } from '../../../components/form/submit-button.tsx';
import { useContractForm } from '../../../lib/form.ts';
import { t } from '../../../texts/index.ts';
import { useChangeDemo } from './platform-queries.ts';

interface DemoDialogProps {
  demo: PlatformSettings['demo'];
  onSaved: (settings: PlatformSettings) => void;
  onClose: () => void;
}

/** Asks for the key that visitors of the landing page call with; without one they see no demo. */
export function DemoDialog({ demo, onSaved, onClose }: DemoDialogProps) {
  const form = useContractForm(SiteDemoChange, { apiKey: demo?.apiKey ?? '', reason: '' });
  const save = useChangeDemo();
  const { errors } = form.formState;
  return (
    <RecordFormDialog
      form={form}
      title={t('operations.demo')}
      submit={<SubmitButton busy={save.isPending}>{t('operations.apply')}</SubmitButton>}
      save={async (change) => {
        onSaved(await save.mutateAsync(change));
        return t('operations.saved');
      }}
      spellings={null}
      onClose={onClose}
    >
      <Field
        label={t('operations.demoKey')}
        help={t('operations.demoKeyHelp')}
        error={errors.apiKey?.message}
        autoComplete="off"
        {...form.register('apiKey')}
      />
      <Field label={t('operations.reason')} required error={errors.reason?.message} {...form.register('reason')} />
    </RecordFormDialog>
  );
}
