import type { AccessAs, Grants } from '@bedplate/contract';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { Field } from '../../components/form/field.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { Panel } from '../../components/panel.tsx';
import { Refusal } from '../../components/form/refusal.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { useProjectStorages } from '../../lib/project-storages.ts';
import { t } from '../../texts/index.ts';
import { ReferenceField } from '../records/edit/reference-field.tsx';
import type { StorageRef } from '../../lib/storage-path.ts';
import { useTryAs } from './access-calls.ts';
import { Tried } from './tried.tsx';
import { readValues } from './tried-values.ts';

interface TryAsPanelProps {
  storage: StorageRef;
  /** Saved or not. */
  rules: Grants;
  keys: readonly { id: string; name: string }[];
}

/** The choices of an app user and of a visitor: no key has such an id. */
const aUser = '';
const aVisitor = ' ';

/** The rules as an app user, a visitor or a named key meets them. */
export function TryAsPanel({ storage, rules, keys }: TryAsPanelProps) {
  const [who, setWho] = useState(aUser);
  const [user, setUser] = useState('');
  const [record, setRecord] = useState('');
  const [text, setText] = useState('');
  const tryAs = useTryAs(storage);
  const storages = useProjectStorages(storage.projectId).data;
  const users = storages?.find(({ storageKey }) => storageKey === 'users');
  const isWithoutUsers = storages !== undefined && !users;
  // A rule that was changed since has not been tried.
  const isOfThese = JSON.stringify(tryAs.variables?.grants) === JSON.stringify(rules);
  const as: AccessAs = who === aUser ? { user } : who === aVisitor ? { visitor: true } : { key: who };
  const values = readValues(text);
  return (
    <Panel title={t('accessRules.tryAs')} about={t('accessRules.tryAsAbout')}>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          tryAs.mutate({ as, grants: rules, ...(record && { record }), ...(values && { values }) });
        }}
        sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' } }}
      >
        <ChoiceField
          label={t('accessRules.tryWho')}
          value={who}
          options={[
            { value: aUser, text: t('accessRules.tryWho.user') },
            { value: aVisitor, text: t('accessRules.tryWho.visitor') },
            { value: '*', text: t('accessRules.everyKey') },
            ...keys.map(({ id, name }) => ({ value: id, text: name })),
          ]}
          onChange={setWho}
          help={who === aVisitor ? t('accessRules.tryVisitorHelp') : undefined}
        />
        {who === aUser && (
          <ReferenceField
            label={t('accessRules.tryUser')}
            placeholder={t('accessRules.tryUserSearch')}
            missing={t('accessRules.tryUserMissing')}
            help={isWithoutUsers ? t('accessRules.tryNoUsers') : undefined}
            required
            disabled={!users}
            storage={{ ...storage, storageId: users?.id ?? '' }}
            id={user}
            onId={setUser}
          />
        )}
        <ReferenceField
          label={t('accessRules.tryRecord')}
          help={record === '' ? t('accessRules.tryRecordHelp') : undefined}
          storage={storage}
          id={record}
          onId={setRecord}
        />
        <Box sx={{ gridColumn: '1 / -1' }}>
          <Field
            label={t('accessRules.tryValues')}
            help={t('accessRules.tryValuesHelp')}
            error={values === null ? t('accessRules.tryNotObject', { example: '{"title": "Tea"}' }) : undefined}
            multiline
            maxRows={12}
            value={text}
            onChange={(event) => setText(event.target.value)}
            inputProps={{ autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false, dir: 'ltr' }}
            sx={{ '& textarea': { typography: 'mono' } }}
          />
        </Box>
        <Box sx={{ gridColumn: '1 / -1', display: 'flex', justifyContent: 'flex-end' }}>
          <SubmitButton busy={tryAs.isPending} disabled={(who === aUser && user === '') || values === null}>
            {t('accessRules.try')}
          </SubmitButton>
        </Box>
      </Box>
      {tryAs.error && (
        <Refusal error={tryAs.error} sx={{ mt: 4 }}>
          {messageOf(tryAs.error, t('accessRules.tryFailed'))}
        </Refusal>
      )}
      {tryAs.data && isOfThese && <Tried tried={tryAs.data} rules={rules} />}
    </Panel>
  );
}
