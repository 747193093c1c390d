import type { SchemaAnswer, SchemaState, Storage } from '@bedplate/contract';
import { useState } from 'react';
import { Refusal } from '../../components/form/refusal.tsx';
import { useRefusal } from '../../lib/writes.tsx';
import type { StorageRef } from '../../lib/storage-path.ts';
import { CheckPanel } from './check-panel.tsx';
import type { Repairs } from './fault-list.tsx';
import { FieldsPanel } from './fields-panel.tsx';
import { isRunning, useJobs } from './job-calls.ts';
import { JobsPanel } from './jobs-panel.tsx';
import { ProposalPanel } from './proposal-panel.tsx';
import { RulesPanel } from './rules-panel.tsx';
import { repairsOf } from './repairs-of.ts';
import { useRepair, useSaveSchema, useSchemaCheck } from './schema-calls.ts';
import { wishedState } from './schema-edits.ts';
import { StateDialog } from './state-dialog.tsx';
import { StatePanel } from './state-panel.tsx';
import { TotalDialog } from './total-dialog.tsx';
import { TotalsPanel } from './totals-panel.tsx';
import { UniqueDialog } from './unique-dialog.tsx';

interface FieldsViewProps {
  storage: StorageRef;
  answer: SchemaAnswer;
  storages: readonly Storage[];
}

/** The fields of a storage: how strict it is, what is declared, what the data says, and the work on it. */
export function FieldsView({ storage, answer, storages }: FieldsViewProps) {
  const [isAsked, setAsked] = useState(false);
  const [wished, setWished] = useState<SchemaState | null>(null);
  // Their panels go with the last field, which somebody else may remove.
  const [adding, setAdding] = useState<'unique' | 'total' | null>(null);
  const jobs = useJobs(storage);
  const check = useSchemaCheck(storage, answer, isAsked);
  const save = useSaveSchema(storage);
  const refusal = useRefusal();
  const repair = useRepair(storage);
  const isWorking = repair.isPending || (jobs.data?.some(isRunning) ?? false);
  const hasTrash = storages.some(({ id, is_softDelete }) => id === storage.storageId && is_softDelete);
  const repairs: Repairs = {
    of: (fault) => repairsOf(fault, { field: answer.schema.fields[fault.field], hasTrash }),
    begin: isWorking || refusal !== null ? null : (wish) => repair.mutate(wish),
  };
  const hasFields = Object.keys(answer.schema.fields).length > 0;
  const choose = (state: SchemaState) => {
    if (state === wishedState(answer.state)) return;
    if (state === 'learn') return save.mutate({ version: answer.version, schema: answer.schema, state });
    setAsked(true);
    save.reset();
    setWished(state);
  };
  return (
    <>
      {hasFields && (
        <>
          <StatePanel answer={answer} onChoose={refusal === null ? choose : null} isBusy={save.isPending} />
          {save.error && wished === null && <Refusal error={save.error} />}
        </>
      )}
      <FieldsPanel storage={storage} answer={answer} storages={storages} />
      {hasFields && <RulesPanel storage={storage} answer={answer} onAdd={() => setAdding('unique')} />}
      {hasFields && <TotalsPanel storage={storage} answer={answer} onAdd={() => setAdding('total')} />}
      <ProposalPanel storage={storage} answer={answer} storages={storages} />
      {hasFields && <CheckPanel storage={storage} check={check} repairs={repairs} isAsked={isAsked} onAsk={() => setAsked(true)} />}
      {repair.error && <Refusal error={repair.error} />}
      <JobsPanel storage={storage} jobs={jobs.data ?? []} />
      {adding === 'unique' && <UniqueDialog storage={storage} answer={answer} onClose={() => setAdding(null)} />}
      {adding === 'total' && <TotalDialog storage={storage} answer={answer} onClose={() => setAdding(null)} />}
      {wished !== null && wished !== 'learn' && (
        <StateDialog
          storage={storage}
          state={wished}
          check={check}
          repairs={repairs}
          isRepairing={isWorking}
          isSaving={save.isPending}
          error={save.error ?? repair.error}
          onConfirm={() =>
            save.mutate({ version: answer.version, schema: answer.schema, state: wished }, { onSuccess: () => setWished(null) })
          }
          onClose={() => setWished(null)}
        />
      )}
    </>
  );
}
