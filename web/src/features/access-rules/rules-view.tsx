import type { AccessAnswer, Grant, Grants } from '@bedplate/contract';
import { withMergedLists } from '@bedplate/contract/with-changed';
import Add from '@mui/icons-material/Add';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useEffectEvent, useState } from 'react';
import { Panel } from '../../components/panel.tsx';
import { useMay } from '../../lib/may.tsx';
import { useToast } from '../../lib/toast.ts';
import { useUnsaved } from '../../lib/unsaved.ts';
import { Writes } from '../../lib/writes.tsx';
import { t } from '../../texts/index.ts';
import { useNamedKeys } from '../keys/named-key-queries.ts';
import type { StorageRef } from '../../lib/storage-path.ts';
import { useAccessImpact, useAccessVersions, useSaveAccess } from './access-calls.ts';
import { ImpactDialog } from './impact-dialog.tsx';
import { JsonForm } from './json-form.tsx';
import { LiveNote, Remarks } from './remarks.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { RuleList } from './rule-list.tsx';
import { TryAsPanel } from './try-as-panel.tsx';
import { VersionsPanel } from './versions-panel.tsx';

/** The rules of a storage, as sentences or as code; nothing counts before it was reviewed and saved. */
export function RulesView({ storage, answer }: { storage: StorageRef; answer: AccessAnswer }) {
  const [draft, setDraft] = useState<Grants | null>(null);
  const [isCode, setCode] = useState(false);
  const [isBroken, setBroken] = useState(false);
  /** The place of a rule; 'new' for another one. */
  const [editing, setEditing] = useState<number | 'new' | null>(null);
  const [isReviewing, setReviewing] = useState(false);
  const impact = useAccessImpact(storage);
  const save = useSaveAccess(storage);
  const versions = useAccessVersions(storage);
  const toast = useToast();
  const named = useNamedKeys(useMay()('keys.read'));
  const keys = (named.data ?? []).filter(({ projectId }) => projectId === storage.projectId);
  const keyName = (id: string) => keys.find((key) => key.id === id)?.name;
  const [seen, setSeen] = useState(answer);
  if (seen.version !== answer.version) {
    setSeen(answer);
    // Somebody else has saved meanwhile: a save takes nothing back that they did.
    if (draft) setDraft(withMergedLists({ grants: draft }, seen, answer).grants);
  }
  const rules = draft ?? answer.grants;
  const isChanged = isBroken || JSON.stringify(rules) !== JSON.stringify(answer.grants);
  useUnsaved({ isUnsaved: () => isChanged && !save.isPending, isUnderWay: () => save.isPending, name: t('accessRules.title') });
  const discard = () => {
    setDraft(null);
    setBroken(false);
    setCode(false);
  };
  const use = (rule: Grant) => {
    setDraft(editing === 'new' ? [...rules, rule] : rules.map((other, at) => (at === editing ? rule : other)));
    setEditing(null);
  };
  const review = () => {
    save.reset();
    impact.reset();
    impact.mutate(rules);
    setReviewing(true);
  };
  const tryBeside = useEffectEvent((standing: Grants) => {
    if (isReviewing && JSON.stringify(rules) !== JSON.stringify(standing)) impact.mutate(rules);
  });
  useEffect(() => tryBeside(answer.grants), [answer.grants]);
  const confirm = () =>
    save.mutate(
      { version: answer.version, grants: rules },
      {
        onSuccess() {
          setReviewing(false);
          discard();
          toast.success(t('accessRules.saved'));
        },
      },
    );
  return (
    <>
      {answer.version === 0 && <Alert severity="info">{t('accessRules.shorthand')}</Alert>}
      <Panel
        title={t('accessRules.list')}
        about={t('accessRules.about')}
        action={
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
            <Button color="inherit" variant="outlined" disabled={isBroken} onClick={() => setCode(!isCode)}>
              {t(isCode ? 'accessRules.asSentences' : 'accessRules.asJson')}
            </Button>
            {!isCode && (
              <Writes>
                <Button variant="outlined" startIcon={<Add />} onClick={() => setEditing('new')}>
                  {t('accessRules.add')}
                </Button>
              </Writes>
            )}
          </Box>
        }
      >
        <Writes>
          {isCode ? (
            <JsonForm
              key={answer.version}
              rules={rules}
              onChange={(read) => {
                setBroken(read === null);
                if (read) setDraft(read);
              }}
            />
          ) : (
            <RuleList rules={rules} keyName={keyName} onEdit={setEditing} onRemove={(at) => setDraft(rules.filter((_, i) => i !== at))} />
          )}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 2, mt: 4 }}>
            <Button color="inherit" variant="outlined" disabled={!isChanged} onClick={discard}>
              {t('accessRules.undo')}
            </Button>
            <Button variant="contained" disabled={!isChanged || isBroken} onClick={review}>
              {t('accessRules.review')}
            </Button>
          </Box>
        </Writes>
      </Panel>
      {!isChanged && (
        <>
          <LiveNote live={answer.live} />
          <Remarks remarks={answer.remarks} />
        </>
      )}
      {!isBroken && <TryAsPanel storage={storage} rules={rules} keys={keys} />}
      <VersionsPanel
        versions={(versions.data ?? []).filter(({ version }) => version !== answer.version)}
        keyName={keyName}
        onTake={({ grants }) => {
          discard();
          setDraft(grants);
        }}
      />
      {editing !== null && (
        <RuleDialog
          rule={editing === 'new' ? null : (rules[editing] ?? null)}
          title={editing === 'new' ? t('accessRules.add') : t('accessRules.edit', { number: editing + 1 })}
          keys={keys}
          onUse={use}
          onClose={() => setEditing(null)}
        />
      )}
      {isReviewing && (
        <ImpactDialog
          before={answer.grants}
          after={rules}
          keyName={keyName}
          impact={impact.data ?? null}
          error={save.error ?? impact.error}
          isSaving={save.isPending}
          onSave={confirm}
          onClose={() => setReviewing(false)}
        />
      )}
    </>
  );
}
