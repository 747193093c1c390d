import { limits } from '@bedplate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../lib/api/api-error.ts';
import { freshKey } from '../../../lib/fresh-key.ts';
import { t } from '../../../texts/index.ts';
import { readPagesAgain } from '../queries/record-queries.ts';
import type { StorageRef } from '../../../lib/storage-path.ts';
import { type Column, guessColumns } from './columns.ts';
import type { DeclaredFields } from '../schema/may-edit.ts';
import { asDeclared, decimalsOf, declareFields } from './declare-fields.ts';
import { declaredColumns } from './declared-columns.ts';
import { formatOf, isTable, type Reading, readRows } from './read-rows.ts';
import { type SeenField, SeenTypes } from './seen-types.ts';
import { nothingYet, type Progress, sendRows, undoImport } from './send-rows.ts';
import { useImportQuestion } from './use-import-question.ts';
import { FileProblem, type SourceRow } from './source-row.ts';

/** Rows that columns and their types are guessed from: as many as the API takes in a file, so that it guesses the same. */
const looksAt = limits.importRows;

export type Step =
  | { name: 'file'; problem?: string; refused?: unknown }
  | { name: 'columns' }
  | { name: 'checking' | 'checked' | 'importing'; progress: Progress }
  /** Some rows may not have been looked at: the person or a failure ended it early. */
  | { name: 'done'; progress: Progress; isWhole: boolean; problem?: string; refused?: unknown }
  | { name: 'undoing'; progress: Progress; left: number }
  | { name: 'undone'; progress: Progress; deleted: number; kept: number; problem?: string; refused?: unknown };

interface Chosen extends Reading {
  file: File;
  columns: readonly Column[];
  key: string;
  /** New fields whose values are of one type in the whole file, since its check. */
  offered: readonly SeenField[];
  /** Names of those that the person does not want declared. */
  off: ReadonlySet<string>;
}

const nothingOffered = { offered: [], off: new Set<string>() };

/** An import from the choice of a file to its undo; `step` is its current state. */
export function useImport(
  storage: StorageRef,
  { known, declared = {}, mayDeclare }: { known: readonly string[]; declared?: DeclaredFields | undefined; mayDeclare: boolean },
) {
  const client = useQueryClient();
  const [step, setStep] = useState<Step>({ name: 'file' });
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const stopping = useRef(new AbortController());
  const isBusy = step.name === 'checking' || step.name === 'importing' || step.name === 'undoing';
  useImportQuestion({ isBusy, isPrepared: step.name === 'columns' || step.name === 'checked' });
  useEffect(() => () => stopping.current.abort(), []);
  const readAgain = () => readPagesAgain(client, storage);

  const choose = async (file: File, reading: Reading = { format: formatOf(file) }) => {
    try {
      const rows = await firstRows(file, reading);
      const columns = declaredColumns(guessColumns(rows, reading.format, { known, mayDeclare }), declared);
      setChosen({ file, ...reading, columns, key: freshKey(), ...nothingOffered });
      setStep({ name: 'columns' });
    } catch (error) {
      setChosen({ file, ...reading, columns: [], key: '', ...nothingOffered });
      setStep({ name: 'file', problem: problemOf(error), refused: error });
    }
  };

  const check = async () => {
    if (!chosen) return;
    const signal = begin(stopping);
    setStep({ name: 'checking', progress: nothingYet });
    const types = new SeenTypes(isTable(chosen.format));
    try {
      const progress = await sendRows(
        { storage, ...chosen },
        {
          dryRun: true,
          signal,
          onProgress: (progress) => setStep({ name: 'checking', progress }),
          ...(mayDeclare && { onRecord: (record) => types.note(record) }),
        },
      );
      setChosen({ ...chosen, offered: offeredOf(types, { known, declared, columns: chosen.columns }) });
      setStep(signal.aborted ? { name: 'columns' } : { name: 'checked', progress });
    } catch (error) {
      setStep({ name: 'file', problem: problemOf(error), refused: error });
    }
  };

  /** @param from where an earlier run broke off */
  const run = async (from: Progress = nothingYet) => {
    if (!chosen) return;
    const signal = begin(stopping);
    let progress = from;
    const onProgress = (next: Progress) => {
      progress = next;
      setStep({ name: 'importing', progress });
    };
    onProgress(from);
    try {
      const fields = chosen.offered.filter(({ name }) => !chosen.off.has(name));
      await declareFields(storage, [...decimalsOf(chosen.columns), ...fields]);
      progress = await sendRows(
        { storage, ...chosen, columns: asDeclared(chosen.columns, fields) },
        { dryRun: false, from, signal, onProgress },
      );
      setStep({ name: 'done', progress, isWhole: !signal.aborted });
    } catch (error) {
      setStep({ name: 'done', progress, isWhole: false, problem: problemOf(error), refused: error });
    }
    void readAgain();
  };

  const undo = async (progress: Progress, force = false) => {
    if (!chosen) return;
    setStep({ name: 'undoing', progress, left: progress.parts });
    try {
      const onPart = (left: number) => setStep({ name: 'undoing', progress, left });
      setStep({ name: 'undone', progress, ...(await undoImport({ storage, ...chosen }, { parts: progress.parts, force, onPart })) });
    } catch (error) {
      setStep({ name: 'undone', progress, deleted: 0, kept: 0, problem: problemOf(error), refused: error });
    }
    void readAgain();
  };

  return {
    step,
    chosen,
    isBusy,
    choose,
    check,
    run,
    undo,
    stop: () => stopping.current.abort(),
    /** Turns the declaration of an offered field on or off. */
    turn: (name: string, isOn: boolean) => setChosen((before) => before && { ...before, off: turned(before.off, name, isOn) }),
    back: () => setStep(step.name === 'columns' ? { name: 'file' } : { name: 'columns' }),
    /** A changed plan is another import: its parts hold other rows. */
    change: (columns: readonly Column[]) => setChosen((before) => before && { ...before, columns, key: freshKey() }),
  };
}

/** A field that the storage has, or that a column declares as decimals, is not offered. */
function offeredOf(
  types: SeenTypes,
  { known, declared, columns }: { known: readonly string[]; declared: DeclaredFields; columns: readonly Column[] },
): SeenField[] {
  const decimals = decimalsOf(columns).map(({ name }) => name);
  const room = limits.schemaFields - Object.keys(declared).length - decimals.length;
  const isNew = ({ name }: SeenField) => !known.includes(name) && !Object.hasOwn(declared, name) && !decimals.includes(name);
  return types.fields().filter(isNew).slice(0, Math.max(0, room));
}

function turned(off: ReadonlySet<string>, name: string, isOn: boolean): ReadonlySet<string> {
  const next = new Set(off);
  if (isOn) next.delete(name);
  else next.add(name);
  return next;
}

function begin(stopping: { current: AbortController }): AbortSignal {
  stopping.current = new AbortController();
  return stopping.current.signal;
}

async function firstRows(file: File, reading: Reading): Promise<SourceRow[]> {
  const first: SourceRow[] = [];
  for await (const { rows, bytes } of readRows(file, reading)) {
    first.push(...rows.slice(0, looksAt - first.length));
    if (first.length >= looksAt || bytes >= limits.importBody) break;
  }
  if (first.every(({ value }) => Object.keys(value).length === 0)) throw new FileProblem(first[0]?.problem ?? t('import.noRows'));
  return first;
}

function problemOf(error: unknown): string {
  return error instanceof FileProblem ? error.message : messageOf(error, t('import.failed'), t('import.unanswered'));
}
