import {
  type DataRecord,
  type FieldProblem,
  type Grant,
  type Grants,
  type Json,
  type RuleVerdict,
  systemFields,
  type TriedDecision,
} from '@bedplate/contract';
import { ApiError } from '../../errors/api-error.ts';
import type { RecordServices } from '../../services/record-services.ts';
import { allows } from '../api-keys/key-scope.ts';
import { ownFields } from '../app-users/reach.ts';
import { closedFieldsOf } from '../records/model/closed-fields.ts';
import { recordInput, updateInput } from '../records/model/record-input.ts';
import type { RecordWrite } from '../records/model/record-write.ts';
import type { StorageRow } from '../records/model/storage-row.ts';
import { writeRecords } from '../records/write/write-records.ts';
import { grantedTo } from './access-of.ts';
import { decide } from './decide.ts';
import type { GrantCaller } from './grant-caller.ts';

interface TriedWrite {
  readonly who: GrantCaller;
  readonly rules: Grants;
  readonly verb: 'create' | 'update' | 'delete';
  /** As it is; null for a new one. */
  readonly record: DataRecord | null;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Takes the way of a call of that person up to its commit, so that the schema and what it closes have their say as well. @returns whether it would pass, and why; nothing is written */
export async function tryWrite(services: RecordServices, storage: StorageRow, tried: TriedWrite): Promise<TriedDecision> {
  const { who, rules, verb, record } = tried;
  let onWrite: ReadonlyMap<Grant, RuleVerdict> | undefined;
  let isRefused = false;
  const access = grantedTo(who, storage, rules).writes({
    tell(_verb, _record, verdicts) {
      onWrite = verdicts;
      isRefused = true;
    },
    pass(_verb, _record, verdicts) {
      onWrite = verdicts;
    },
  });
  const decided = () => decide(rules, 0, { who, storage, verb, record, onWrite });
  if (!allows(who.caller.scope, verb, storage.id)) return { ...decided(), passes: false };
  try {
    const write = { ...writeOf(storage, tried), storage, where: '', access };
    const [result] = await writeRecords(services, [write], { actor: who.caller.keyId, isTrial: true });
    return { ...decided(), passes: true, ...(result?.data && { left: fieldsOf(result.data) }) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { ...decided(), passes: false, ...(!isRefused && { refusal: problemsOf(error) }) };
  }
}

function writeOf(storage: StorageRow, { who, verb, record, values }: TriedWrite) {
  const id = record?.id ?? '';
  if (verb === 'delete') return { op: 'delete', id, permanent: false } as const;
  const closed = who.caller.userId === undefined ? undefined : closedFieldsOf(storage); // keys set any field
  const own = ownFields(storage, values, { owner: undefined, closed, isNew: verb === 'create' });
  if (verb === 'create') return { op: 'create', input: recordInput(own), closed } as const satisfies Partial<RecordWrite>;
  return { op: 'update', id, input: updateInput(own), closed } as const satisfies Partial<RecordWrite>;
}

function fieldsOf(record: DataRecord): Record<string, Json> {
  const own = Object.entries(record).filter(([name]) => !(systemFields as readonly string[]).includes(name));
  return Object.fromEntries(own) as Record<string, Json>; // a record that is read has no undefined ones
}

function problemsOf({ details = [], message, text }: ApiError): readonly FieldProblem[] {
  return details.length > 0 ? details : [{ field: '', message, ...text }];
}
