import { type Endpoint, endpointMethods, endpointTypes, functionalities, messages, timings } from '@bedplate/contract';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useEffect, useEffectEvent, useState } from 'react';
import { Field } from '../../components/form/field.tsx';
import { FormDialog } from '../../components/form/form-dialog.tsx';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { said, t } from '../../texts/index.ts';
import { methodLabel } from './endpoint-columns.tsx';
import { useOwnStorages, useRemoveEndpoint, useSaveEndpoint } from './endpoint-queries.ts';
import { type EndpointValues, hasOwnAddress, inputOf, isChanged, newEndpoint, withFunctionality } from './endpoint-values.ts';

interface EndpointDialogProps {
  projectId: string;
  /** Null for a new one. */
  endpoint: Endpoint | null;
  onClose: () => void;
}

/** 'Configure Data Storage', as the dialog of endpoints is titled. */
export function EndpointDialog({ projectId, endpoint, onClose }: EndpointDialogProps) {
  const [values, setValues] = useState<EndpointValues>(endpoint ?? newEndpoint);
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [saved, setSaved] = useState(false);
  const storages = useOwnStorages();
  const save = useSaveEndpoint(projectId, endpoint?.id ?? null);
  const remove = useRemoveEndpoint(projectId);
  const change = (part: Partial<EndpointValues>) => setValues({ ...values, ...part });
  const isOwn = hasOwnAddress(values);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!saved) return;
    // It ends with the dialog: closed before its time, it would take the next one with it.
    const timer = setTimeout(() => close(), timings.endpointBanner);
    return () => clearTimeout(timer);
  }, [saved]);

  const submit = () => {
    setTried(true);
    setFailure(null);
    const input = inputOf(values);
    if (!input) return;
    save.mutate(input, {
      onSuccess: () => setSaved(true),
      onError: (error) => setFailure(messageOf(error, messages.endpointFailed, messages.endpointFailed)),
    });
  };
  const askAndRemove = () => {
    if (!endpoint || !window.confirm(said(messages.endpointRemoveQuestion))) return;
    remove.mutate(endpoint.id, {
      onSuccess: onClose,
      onError: (error) => setFailure(messageOf(error, t('endpoint.removeFailed'), t('endpoint.removeFailed'))),
    });
  };
  return (
    <FormDialog
      open
      title={t('endpoint.configure')}
      error={failure}
      isDirty={!saved && isChanged(values, endpoint ?? newEndpoint)}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      actions={
        <>
          {endpoint && (
            <SubmitButton type="button" color="error" variant="outlined" busy={remove.isPending} onClick={askAndRemove} sx={{ mr: 'auto' }}>
              {t('endpoint.remove')}
            </SubmitButton>
          )}
          <Button variant="outlined" color="inherit" onClick={onClose}>
            {t('cancel')}
          </Button>
          <SubmitButton busy={save.isPending} disabled={saved}>
            {t(endpoint ? 'endpoint.update' : 'endpoint.create')}
          </SubmitButton>
        </>
      }
    >
      {saved && <Alert severity="success">{said(messages.endpointUpdated)}</Alert>}
      <ChoiceField
        label={t('endpoint.type')}
        required
        none={t('select')}
        value={values.type}
        options={endpointTypes.map((type) => ({ value: type, text: t(`endpoint.${type}`) }))}
        onChange={(type) => change({ type: type as EndpointValues['type'] })} // one of the options
        error={tried && values.type === '' ? t('endpoint.chooseType') : undefined}
      />
      {values.type === 'api' && (
        <ChoiceField
          label={t('endpoint.method')}
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
        onChange={(each) => setValues(withFunctionality(values, each as EndpointValues['functionality'], endpoint?.endpoint ?? ''))} // one of the options
        help={t('endpoint.functionalityHint')}
        error={tried && values.functionality === '' ? t('endpoint.chooseFunctionality') : undefined}
      />
      <Field
        label={t('endpoint.endpoint')}
        placeholder="https://"
        type="url"
        autoComplete="off"
        value={values.endpoint}
        disabled={isOwn}
        onChange={(event) => change({ endpoint: event.target.value })}
        inputProps={{ maxLength: 2000, spellCheck: false }}
        help={isOwn ? t('endpoint.ownAddress') : undefined}
      />
      <ChoiceField
        label={t('endpoint.storage')}
        required
        none={t('select')}
        value={values.dataStorageId}
        options={(storages.data ?? []).map(({ id, storageName }) => ({ value: id, text: storageName }))}
        onChange={(dataStorageId) => change({ dataStorageId })}
        error={tried && values.dataStorageId === '' ? t('endpoint.chooseStorage') : undefined}
      />
    </FormDialog>
  );
}
