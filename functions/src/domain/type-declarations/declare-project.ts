import { inOrderOfAge, type KnownStorage } from '../openapi/known-storage.ts';
import { typeName } from '../openapi/type-name.ts';
import { referredStorage } from '../records/references/reference-fields.ts';
import { declareStorage, type Interfaces } from './declare-storage.ts';
import { nameOf } from './member.ts';

/**
 * The records of a project as TypeScript declarations, which stand alone: what is read, created and changed in each storage, and the map
 * `Storages` from keys to them, which the client takes.
 * @param origin without a slash at the end
 */
export function declareProject(origin: string, projectName: string, storages: readonly KnownStorage[]): string {
  const names = new Set<string>();
  const declared = inOrderOfAge(storages).map((storage) => ({ storage, ...declareStorage(storage, freeName(storage, names)) }));
  const members = declared.map(({ storage, interfaces }) => mapped(storage, interfaces, storages));
  return [
    `// The records of ${projectName.replace(/\s+/g, ' ')}. Get the file again when storages or fields change: ${origin}/api/types.d.ts`,
    "// import { createClient } from '@bedplate/client'; createClient<Storages>({ … }).storage('…', id)",
    ...declared.map(({ text }) => text),
    `/** The storages of the project, by their keys. */\nexport interface Storages {\n${members.join('')}}\n`,
  ].join('\n');
}

/** A storage that is added takes no name away from those that were there. */
function freeName({ row }: KnownStorage, taken: Set<string>): string {
  const base = typeName(row.data.storageKey) || 'Data';
  const first = /^\d/.test(base) ? `Data${base}` : base;
  let name = first;
  for (let n = 2; taken.has(name); n += 1) name = `${first}${n}`;
  taken.add(name);
  return name;
}

function mapped({ row, rules }: KnownStorage, { record, create, change }: Interfaces, storages: readonly KnownStorage[]): string {
  const references = [...(rules?.fields ?? [])].flatMap(([name, field]) => {
    const target = storages.find((each) => each.row.id === referredStorage(field));
    return target ? [`${nameOf(name)}: ${JSON.stringify(target.row.data.storageKey)}${field.type === 'list' ? '[]' : ''}`] : [];
  });
  const referrers = storages.flatMap((each) => {
    const refers = [...(each.rules?.fields.values() ?? [])].some((field) => referredStorage(field) === row.id);
    return refers && !rules?.fields.has(each.row.data.storageKey) ? [JSON.stringify(each.row.data.storageKey)] : [];
  });
  return [
    `  ${nameOf(row.data.storageKey)}: {`,
    `    record: ${record};`,
    `    create: ${create};`,
    `    change: ${change};`,
    `    references: {${references.length > 0 ? ` ${references.join('; ')} ` : ''}};`,
    `    referrers: ${referrers.join(' | ') || 'never'};`,
    '  };\n',
  ].join('\n');
}
