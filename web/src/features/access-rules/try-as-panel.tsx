import type { Grants, TriedAs } from '@bedplate/contract';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { CodeFrame } from '../../components/code-frame.tsx';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { JsonText } from '../../components/json-text.tsx';
import { Panel } from '../../components/panel.tsx';
import { Refusal } from '../../components/form/refusal.tsx';
import { messageOf } from '../../lib/api/api-error.ts';
import { useProjectStorages } from '../../lib/project-storages.ts';
import { t } from '../../texts/index.ts';
import { ReferenceField } from '../records/edit/reference-field.tsx';
import type { StorageRef } from '../../lib/storage-path.ts';
import { useTryAs } from './access-calls.ts';
import { verbWords, verdictWords } from './verdict-words.ts';

interface TryAsPanelProps {
  storage: StorageRef;
  /** Saved or not. */
  rules: Grants;
  keys: readonly { id: string; name: string }[];
}

/** The choice of an app user, whose id cannot be one of a key. */
const aUser = '';

/** The rules as an app user or a named key meets them. */
export function TryAsPanel({ storage, rules, keys }: TryAsPanelProps) {
  const [who, setWho] = useState(aUser);
  const [user, setUser] = useState('');
  const [record, setRecord] = useState('');
  const tryAs = useTryAs(storage);
  const storages = useProjectStorages(storage.projectId).data;
  const users = storages?.find(({ storageKey }) => storageKey === 'users');
  const isWithoutUsers = storages !== undefined && !users;
  // A rule that was changed since has not been tried.
  const isOfThese = JSON.stringify(tryAs.variables?.grants) === JSON.stringify(rules);
  const as = who === aUser ? { user } : { key: who };
  return (
    <Panel title={t('accessRules.tryAs')} about={t('accessRules.tryAsAbout')}>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          tryAs.mutate({ as, grants: rules, ...(record && { record }) });
        }}
        sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' } }}
      >
        <ChoiceField
          label={t('accessRules.tryWho')}
          value={who}
          options={[
            { value: aUser, text: t('accessRules.tryWho.user') },
            { value: '*', text: t('accessRules.everyKey') },
            ...keys.map(({ id, name }) => ({ value: id, text: name })),
          ]}
          onChange={setWho}
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
        <Box sx={{ gridColumn: '1 / -1', display: 'flex', justifyContent: 'flex-end' }}>
          <SubmitButton busy={tryAs.isPending} disabled={who === aUser && user === ''}>
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

function Tried({ tried: { looked, listed, shown, record, decisions }, rules }: { tried: TriedAs; rules: Grants }) {
  const counts = { looked: t('accessRules.records', { count: looked }), listed: t('accessRules.records', { count: listed }) };
  return (
    <Box sx={{ display: 'grid', gap: 4, mt: 4 }}>
      <Typography component="output">{t('accessRules.tryListed', counts)}</Typography>
      {record && <Shown title={t('accessRules.tryRead')} value={record} />}
      {shown.length > 0 && <Shown title={t('accessRules.tryShown')} value={shown} />}
      <Box component="ul" aria-label={t('accessRules.tryAs')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {decisions.map(({ verb, verdicts }) => (
          <Box component="li" key={verb} sx={{ py: 2, borderTop: 1, borderColor: 'divider' }}>
            <Typography sx={{ fontWeight: 600 }}>{verbWords(verb, verdicts)}</Typography>
            {rules.map((rule, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- rules have no names
              <Typography key={at} variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                {t('accessRules.ofRule', { number: at + 1, message: verdictWords(rule, verb, verdicts[at]) })}
              </Typography>
            ))}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

function Shown({ title, value }: { title: string; value: unknown }) {
  const json = JSON.stringify(value, null, 2);
  return (
    <Box>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <CodeFrame text={json} copyLabel={t('accessRules.copyShown')} maxHeight={240}>
        <JsonText json={json} />
      </CodeFrame>
    </Box>
  );
}
