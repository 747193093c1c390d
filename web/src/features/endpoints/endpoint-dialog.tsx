import { type Endpoint, endpointMethods, endpointTypes, functionalities, timings } from '@bedplate/contract';
import Alert from '@mui/material/Alert';
import { pick } from 'es-toolkit';
import { useEffect, useEffectEvent, useState } from 'react';
import { Field } from '../../components/form/field.tsx';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { RecordFormDialog } from '../../components/form/record-form-dialog.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { changedFields } from '../../lib/changed-fields.ts';
import { useContractForm } from '../../lib/form.ts';
import { t } from '../../texts/index.ts';
import '../../texts/calls.ts';
import { methodLabel } from './endpoint-columns.tsx';
import { useOwnStorages, useRemoveEndpoint, useSaveEndpoint } from './endpoint-queries.ts';
import { asksForAddress, EndpointForm, type EndpointValues, hasOwnAddress, newEndpoint, withFunctionality } from './endpoint-values.ts';

interface EndpointDialogProps {
  projectId: string;
  /** Null for a new one. */
  endpoint: Endpoint | null;
  /** The values of a new one at first. */
  begin?: Partial<EndpointValues>;
  onClose: () => void;
}

const fields = Object.keys(newEndpoint) as (keyof EndpointValues)[];

/** The dialog of an endpoint, titled 'Configure Data Storage'. */
export function EndpointDialog({ projectId, endpoint, begin, onClose }: EndpointDialogProps) {
  const form = useContractForm(EndpointForm, pick(endpoint ?? { ...newEndpoint, ...begin }, fields));
  const [saved, setSaved] = useState(false);
  const storages = useOwnStorages();
  const save = useSaveEndpoint(projectId, endpoint?.id ?? null);
  const remove = useRemoveEndpoint(projectId);
  const values = form.watch();
  const { errors, isSubmitted } = form.formState;
  const change = (part: Partial<EndpointValues>) => {
    for (const [field, value] of Object.entries(part) as [keyof EndpointValues, string][]) {
      form.setValue(field, value, { shouldDirty: true, shouldValidate: isSubmitted });
    }
  };
  const isGenerated = endpoint?.generated ?? false;
  const isOwn = isGenerated || hasOwnAddress(values);
  const choices = (storages.data ?? []).filter((storage) => storage.projectId === projectId);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!saved) return;
    // It ends with the dialog: closed before its time, it would take the next one with it.
    const timer = setTimeout(() => close(), timings.endpointBanner);
    return () => clearTimeout(timer);
  }, [saved]);

  const askAndRemove = () => {
    if (!endpoint || !window.confirm(t('message.endpointRemoveQuestion'))) return;
    remove.mutate(endpoint.id, { onSuccess: onClose });
  };
  return (
    <RecordFormDialog
      form={form}
      title={t('endpoint.configure')}
      submit={t(endpoint ? 'endpoint.update' : 'endpoint.create')}
      disabled={saved}
      save={async (input) => {
        remove.reset();
        await save.mutateAsync(endpoint ? pick(input, changedFields(endpoint, input)) : input);
        return t('message.endpointUpdated');
      }}
      onSaved={() => setSaved(true)}
      failed={t('message.endpointFailed')}
      failure={remove.error && messageOf(remove.error, t('endpoint.removeFailed'), t('endpoint.removeFailed'))}
      refused={remove.error}
      spellings={null}
      isDirty={!saved && form.formState.isDirty}
      onClose={onClose}
      actions={
        endpoint &&
        !isGenerated && (
          <SubmitButton type="button" color="error" variant="outlined" busy={remove.isPending} onClick={askAndRemove} sx={{ mr: 'auto' }}>
            {t('endpoint.remove')}
          </SubmitButton>
        )
      }
    >
      {isGenerated && (
        <Alert severity="info" role="note">
          {t('endpoint.generated')}
        </Alert>
      )}
      {values.type === 'api' && !isGenerated && (
        <Alert severity="info" role="note">
          {t('endpoint.noteHelp')}
        </Alert>
      )}
      {saved && <Alert severity="success">{t('message.endpointUpdated')}</Alert>}
      <ChoiceField
        label={t('endpoint.type')}
        required
        none={t('select')}
        disabled={isGenerated}
        value={values.type}
        options={endpointTypes.map((type) => ({ value: type, text: t(`endpoint.${type}`) }))}
        onChange={(type) => change({ type: type as EndpointValues['type'] })} // one of the options
        error={errors.type?.message}
      />
      {values.type === 'api' && (
        <ChoiceField
          label={t('endpoint.method')}
          disabled={isGenerated}
          value={values.method}
          options={endpointMethods.map((method) => ({ value: method, text: method === 'put' ? methodLabel(method) : method }))}
          onChange={(method) => change({ method: method as EndpointValues['method'] })} // one of the options
        />
      )}
      <ChoiceField
        label={t('endpoint.functionality')}
        required
        none={t('select')}
        value={values.functionality}
        options={functionalities.map((each) => ({ value: each, text: t(`endpoint.${each}`) }))}
        onChange={(each) =>
          change(
            isGenerated
              ? { functionality: each as EndpointValues['functionality'] }
              : withFunctionality(each as EndpointValues['functionality'], endpoint?.endpoint ?? ''),
          )
        } // one of the options
        help={t('endpoint.functionalityHint')}
        error={errors.functionality?.message}
      />
      <Field
        label={t('endpoint.endpoint')}
        required={asksForAddress(values)}
        error={errors.endpoint?.message}
        placeholder="https://"
        type="url"
        autoComplete="off"
        value={values.endpoint}
        disabled={isOwn}
        onChange={(event) => change({ endpoint: event.target.value })}
        inputProps={{ maxLength: 2000, spellCheck: false }}
        help={isOwn && !isGenerated ? t('endpoint.ownAddress') : undefined}
      />
      <ChoiceField
        label={t('endpoint.storage')}
        required
        none={t('select')}
        disabled={isGenerated}
        value={values.dataStorageId}
        options={choices.map(({ id, storageName }) => ({ value: id, text: storageName }))}
        onChange={(dataStorageId) => change({ dataStorageId })}
        error={errors.dataStorageId?.message}
      />
    </RecordFormDialog>
  );
}
