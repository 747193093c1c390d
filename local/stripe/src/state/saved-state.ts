import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { State } from './state.ts';

const pause = 1000;

/** The rest of the state beside the tables: maps, sets and lists of plain values. */
const maps = ['cards', 'intentFacts', 'dunning', 'idempotent'] as const;

/** Keeps the state in a file, so that accounts and the payments behind them survive a restart together. @returns writes what is left and ends */
export function keepInFile(state: State, file: string): () => void {
  if (existsSync(file)) restore(state, JSON.parse(readFileSync(file, 'utf8')) as Saved); // written below
  mkdirSync(dirname(file), { recursive: true });
  let written = '';
  const save = () => {
    const text = JSON.stringify(saved(state));
    if (text === written) return;
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
    written = text;
  };
  const timer = setInterval(save, pause);
  timer.unref();
  return () => {
    clearInterval(timer);
    save();
  };
}

interface Saved {
  tables: Record<string, { id: string }[]>;
  maps: Record<string, [string, unknown][]>;
  authenticated: string[];
  /** Absent in files of earlier versions. */
  deletedCustomers?: string[];
  pendingItems: State['pendingItems'];
  ahead: number;
}

function saved(state: State): Saved {
  return {
    tables: Object.fromEntries(tablesOf(state).map(([name, table]) => [name, table.all()])),
    maps: Object.fromEntries(maps.map((name) => [name, [...state[name]]])),
    authenticated: [...state.authenticated],
    deletedCustomers: [...state.deletedCustomers],
    pendingItems: state.pendingItems,
    ahead: state.ahead,
  };
}

function restore(state: State, from: Saved): void {
  for (const [name, table] of tablesOf(state)) for (const row of from.tables[name] ?? []) table.add(row);
  for (const name of maps) for (const [key, value] of from.maps[name] ?? []) (state[name] as Map<string, unknown>).set(key, value);
  for (const id of from.authenticated) state.authenticated.add(id);
  for (const id of from.deletedCustomers ?? []) state.deletedCustomers.add(id);
  state.pendingItems.push(...from.pendingItems);
  state.ahead = from.ahead;
}

interface AnyTable {
  all(): { id: string }[];
  add(row: { id: string }): unknown;
}

/** Webhook endpoints are named at each start. */
function tablesOf(state: State): [string, AnyTable][] {
  return Object.entries(state).filter(
    (entry): entry is [string, AnyTable] =>
      entry[0] !== 'webhookEndpoints' && typeof entry[1] === 'object' && entry[1] !== null && 'all' in entry[1],
  );
}
