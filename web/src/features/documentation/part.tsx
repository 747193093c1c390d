import { limits } from '@bedplate/contract/limits';
import { statusOf } from '@bedplate/contract/errors';
import type { PartName } from '../../../build/topics/topic.ts';
import { paths } from '../../lib/navigation/paths.ts';
import { t } from '../../texts/public.ts';
import { Table } from './table.tsx';
import { errorMeanings, limitMeanings, sizeOf } from './meanings.ts';

/** Parts of topics that are made from the contract, so that they cannot be out of date. */
export function Part({ name }: { name: PartName }) {
  if (name === 'support') return <SupportCards />;
  if (name === 'errors') return <Errors />;
  return <Limits />;
}

function SupportCards() {
  return (
    <ul className="cards two">
      {(['chat', 'feedback'] as const).map((key) => (
        <li key={key} className="card">
          <h3>{t(`docs.${key}.title`)}</h3>
          <p>{t(`docs.${key}.text`)}</p>
          <a className="button outlined" href={paths.contact()}>
            {t(`docs.${key}.button`)}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Errors() {
  return (
    <Table
      head={['Status', 'Code', 'Meaning']}
      rows={Object.entries(statusOf).map(([code, status]) => ({
        key: code,
        cells: [status, <code key="code">{code}</code>, errorMeanings[code as keyof typeof statusOf]],
      }))}
    />
  );
}

function Limits() {
  return (
    <Table
      head={['Limit', 'Value']}
      rows={limitMeanings.map(({ name, meaning, unit }) => ({ key: name, cells: [meaning, sizeOf(limits[name], unit)] }))}
    />
  );
}
