import { limits } from '@bedplate/contract/limits';
import { statusOf } from '@bedplate/contract/errors';
import type { PartName } from '../../../build/topic.ts';
import { paths } from '../../app/paths.ts';
import { t } from '../../texts/public.ts';
import { apiCalls } from './api-calls.ts';
import { errorMeanings, limitMeanings, sizeOf } from './meanings.ts';

/** Parts of topics that are made from the contract, so that they cannot be out of date. */
export function Part({ name }: { name: PartName }) {
  if (name === 'support') return <SupportCards />;
  if (name === 'calls') return <Calls />;
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

function Calls() {
  return (
    <Table
      head={['Call', 'Does', 'Parameters and body', 'Answer']}
      rows={apiCalls.map(({ method, path, does, topic, parameters, answer }) => ({
        key: `${method} ${path}`,
        cells: [
          <code key="call">
            {method} {path}
          </code>,
          <a key="does" href={paths.documentation(topic)}>
            {does}
          </a>,
          parameters,
          answer,
        ],
      }))}
    />
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

function Table({ head, rows }: { head: string[]; rows: { key: string; cells: React.ReactNode[] }[] }) {
  return (
    <div className="table prose">
      <table>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, at) => (
                <td key={head[at]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
