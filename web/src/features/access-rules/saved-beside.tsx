import type { DataRecord, TriedAs, TriedRules } from '@bedplate/contract';
import Box from '@mui/material/Box';
import { useId } from 'react';
import { t } from '../../texts/index.ts';
import { outcomeWords } from './verdict-words.ts';

/** The view and the rights of somebody under the saved rules, and under those that are tried. Rows that differ are bold. */
export function SavedBeside({ tried, saved }: { tried: TriedAs; saved: TriedRules }) {
  const titleId = useId();
  const rows = rowsOf(tried, saved);
  return (
    <Box component="table" aria-labelledby={titleId} sx={tableStyle}>
      <Box component="caption" id={titleId} sx={{ typography: 'body2', color: 'text.secondary', textAlign: 'start', mb: 1 }}>
        {t('accessRules.tryBeside')}
      </Box>
      <thead>
        <tr>
          <th scope="col">{t('accessRules.tryCompared')}</th>
          <th scope="col">{t('accessRules.trySaved')}</th>
          <th scope="col">{t('accessRules.tryThese')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, before, now, marks = [] }) => (
          <tr key={name} data-changed={before !== now || marks.length > 0 || undefined}>
            <th scope="row">{name}</th>
            <td>{before}</td>
            <td>
              {now}
              {marks.map((mark) => (
                <div key={mark}>{mark}</div>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

interface BesideRow {
  readonly name: string;
  readonly before: string;
  readonly now: string;
  /** Names that have come and gone. */
  readonly marks?: readonly string[];
}

function rowsOf({ looked, record, fields, listed, decisions }: TriedAs, saved: TriedRules): BesideRow[] {
  return [
    {
      name: t('accessRules.tryNewest', { records: t('accessRules.records', { count: looked }) }),
      before: t('accessRules.records', { count: saved.listed }),
      now: t('accessRules.records', { count: listed }),
    },
    { name: t('accessRules.tryFields'), before: namesOf(saved.fields), now: namesOf(fields), marks: marksOf(saved.fields, fields) },
    ...(record || saved.record
      ? [
          {
            name: t('accessRules.tryRecordOf'),
            before: seenOf(saved.record),
            now: seenOf(record),
            marks: record && saved.record ? marksOf(Object.keys(saved.record), Object.keys(record)) : [],
          },
        ]
      : []),
    ...decisions.map((decision, at) => {
      const before = saved.decisions[at];
      return { name: t(`grant.${decision.verb}`), before: before ? outcomeWords(before) : '', now: outcomeWords(decision) };
    }),
  ];
}

function namesOf(fields: readonly string[]): string {
  return fields.length > 0 ? fields.join(t('between')) : t('accessRules.tryNoFields');
}

function marksOf(before: readonly string[], now: readonly string[]): string[] {
  const gone = before.filter((name) => !now.includes(name)).map((name) => `− ${name}`);
  const come = now.filter((name) => !before.includes(name)).map((name) => `+ ${name}`);
  return [...gone, ...come];
}

function seenOf(record: DataRecord | null): string {
  return t(record ? 'accessRules.tryRecordSeen' : 'accessRules.tryRecordUnseen');
}

const tableStyle = {
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  typography: 'body2',
  '& th, & td': {
    py: 1.5,
    px: 1,
    borderBottom: 1,
    borderColor: 'divider',
    textAlign: 'start',
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
  },
  '& th': { fontWeight: 500 },
  '& th:first-of-type': { pl: 0 },
  '& tbody th': { color: 'text.secondary', fontWeight: 400 },
  '& tr[data-changed] > td:last-of-type': { fontWeight: 600 },
} as const;
