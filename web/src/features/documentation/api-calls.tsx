import type { ApiCall, Detail } from '../../../build/topics/topic.ts';
import { Table } from './table.tsx';

const callers: Record<ApiCall['caller'], string> = {
  anyone: 'anyone, without keys',
  keys: 'the three key headers, or the two of a named key',
  'keys or a user': 'the three key headers, the two of a named key, or an app user’s access token where the storage allows it',
};

/**
 * The reference: every call with its parameters, its body and its answers, which open on demand and
 * without JavaScript.
 */
export function ApiCalls({ calls }: { calls: readonly ApiCall[] }) {
  const groups = [...new Set(calls.map(({ group }) => group))];
  return groups.map((group) => (
    <div key={group} className="calls">
      <h3>{group}</h3>
      {calls
        .filter((call) => call.group === group)
        .map((call) => (
          <Call key={call.id} call={call} />
        ))}
    </div>
  ));
}

function Call({ call: { method, path, does, caller, parameters, body, answers } }: { call: ApiCall }) {
  return (
    <details className="call">
      <summary>
        <span className={`method ${method.toLowerCase()}`}>{method}</span>
        <code>{path}</code>
        <span className="does">{does}</span>
      </summary>
      <div className="prose">
        <p>Called with {callers[caller]}.</p>
        {parameters.length > 0 && <Details title="Parameter" details={parameters} />}
        {body.types.length > 0 && (
          <p>
            Body: {body.types.join(', ')}. {body.about}
          </p>
        )}
        {body.fields.length > 0 && <Details title="Field" details={body.fields} />}
        {answers.map(({ status, fields }) => (
          <p key={status}>
            Answer {status}
            {fields.length > 0 && `: ${fields.join(', ')}`}.
          </p>
        ))}
      </div>
    </details>
  );
}

function Details({ title, details }: { title: string; details: readonly Detail[] }) {
  return (
    <Table
      head={[title, 'Value', 'About']}
      rows={details.map(({ name, type, isRequired, about }) => ({
        key: name,
        cells: [<code key="name">{name}</code>, type, [isRequired ? 'Required.' : '', about].filter(Boolean).join(' ')],
      }))}
    />
  );
}
