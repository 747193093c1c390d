import { can, type Storage } from '@bedplate/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { CodeFrame } from '../../components/code-frame.tsx';
import { CodeSamples } from '../../components/code-samples.tsx';
import { Field } from '../../components/form/field.tsx';
import { JsonText } from '../../components/json-text.tsx';
import { Panel, PanelGrid } from '../../components/panel.tsx';
import { PasswordField } from '../../components/form/password-field.tsx';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { laidOut } from '../../lib/json-layout.ts';
import { paths } from '../../lib/navigation/paths.ts';
import { useSignedIn } from '../../lib/session/session.ts';
import { t } from '../../texts/index.ts';
import '../../texts/calls.ts';
import { useAccount } from '../account/account-queries.ts';
import { needsBody, needsRecord, type Operation, operations, samplesOf } from './operations.ts';
import { usePlayground, type WantedCall } from './use-playground.ts';

interface PlaygroundFormProps {
  projectId: string;
  storages: readonly Storage[];
  wanted: WantedCall;
}

export function PlaygroundForm({ projectId, storages, wanted }: PlaygroundFormProps) {
  const { role } = useSignedIn();
  const account = useAccount();
  const { call, change, setFile, answer, failed, busy, problems, send } = usePlayground(projectId, storages, wanted);
  const [typed, setTyped] = useState({ apiKey: '', secretKey: '' });
  const hasKeys = can(role, 'keys.read');
  const keys = hasKeys ? { apiKey: account.data?.apiKey ?? '', secretKey: account.data?.secretKey ?? '' } : typed;
  return (
    <PanelGrid>
      <Panel title={t('playground.title')} about={t('playground.about')}>
        <Box
          component="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void send({ ...keys, projectId });
          }}
          sx={{ display: 'grid', gap: 4 }}
        >
          <ChoiceField
            label={t('endpoint.storage')}
            value={call.storageId}
            options={storages.map(({ id, storageName }) => ({ value: id, text: storageName }))}
            onChange={(id) => {
              change({ storageId: id, storageKey: storages.find((one) => one.id === id)?.storageKey ?? '' });
            }}
          />
          <ChoiceField
            label={t('playground.operation')}
            value={call.operation}
            options={operations.map((operation) => ({ value: operation, text: t(`playground.${operation}`) }))}
            onChange={(operation) => change({ operation: operation as Operation })} // one of the options above
          />
          {needsRecord(call.operation) && (
            <Field
              label={t('playground.recordId')}
              required
              value={call.recordId}
              onChange={(event) => change({ recordId: event.target.value })}
              inputProps={{ maxLength: 128, spellCheck: false }}
              error={problems.recordId ? t('playground.recordIdRequired') : undefined}
            />
          )}
          {call.operation === 'list' && (
            <Field
              label={t('playground.query')}
              value={call.query}
              onChange={(event) => change({ query: event.target.value })}
              inputProps={{ maxLength: 2000, spellCheck: false }}
              help={t('playground.queryHelp')}
            />
          )}
          {needsBody(call.operation) && (
            <Field
              label={t('playground.body')}
              multiline
              minRows={5}
              maxRows={16}
              value={call.body}
              onChange={(event) => change({ body: event.target.value })}
              sx={{ '& textarea': { typography: 'mono' } }}
              inputProps={{ spellCheck: false }}
              error={problems.body ? t('playground.bodyInvalid') : undefined}
            />
          )}
          {call.operation === 'upload' && (
            <>
              <Field
                label={t('playground.field')}
                required
                value={call.fieldName}
                onChange={(event) => change({ fieldName: event.target.value })}
                inputProps={{ maxLength: 128, spellCheck: false }}
                help={t('playground.fieldHelp')}
                error={problems.fieldName ? t('playground.fieldRequired') : undefined}
              />
              <Field
                label={t('playground.file')}
                required
                type="file"
                // A target of another kind has no files.
                onChange={(event) => setFile((event.target as HTMLInputElement).files?.[0] ?? null)}
                error={problems.file ? t('playground.fileRequired') : undefined}
              />
            </>
          )}
          {!hasKeys && (
            <>
              <Field
                label={t('playground.apiKey')}
                value={typed.apiKey}
                autoComplete="off"
                onChange={(event) => setTyped({ ...typed, apiKey: event.target.value.trim() })}
                help={t('playground.keysHelp')}
                error={problems.keys ? t('playground.keysRequired') : undefined}
              />
              <PasswordField
                label={t('playground.secretKey')}
                value={typed.secretKey}
                autoComplete="off"
                onChange={(event) => setTyped({ ...typed, secretKey: event.target.value.trim() })}
              />
            </>
          )}
          <SubmitButton busy={busy} disabled={hasKeys && !account.data} sx={{ justifySelf: 'start' }}>
            {t('playground.run')}
          </SubmitButton>
        </Box>
      </Panel>
      <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Panel title={t('playground.sample')}>
          <CodeSamples samples={samplesOf(call, projectId, window.location.origin)} />
        </Panel>
        <Panel title={t('playground.answer')}>
          {failed && <Alert severity="error">{t('message.unexpectedError')}</Alert>}
          {!failed && !answer && <Typography color="textSecondary">{t('playground.noAnswer')}</Typography>}
          {answer && (
            <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
              <Typography variant="mono" color={answer.status < 400 ? 'success' : 'error'} aria-live="polite">
                {answer.status} {answer.statusText} · {answer.took} ms
                {answer.cost && ` · ${t('playground.cost', answer.cost)}`}
              </Typography>
              {answer.requestId && (
                <Link component={RouterLink} to={paths.requests(projectId, { id: answer.requestId })} sx={{ justifySelf: 'start' }}>
                  {t('playground.line')}
                </Link>
              )}
              <CodeFrame text={answer.isJson ? laidOut(answer.text) : answer.text} copyLabel={t('sandbox.copyResponse')}>
                {answer.isJson ? <JsonText json={answer.text} /> : answer.text}
              </CodeFrame>
            </Box>
          )}
        </Panel>
      </Box>
    </PanelGrid>
  );
}
