import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Rules and triggers that clients sent and that are in no file of theirs. A restarted server loads them again. */
export interface SavedState {
  readonly rules: Readonly<Record<string, string>>;
  readonly triggers: readonly SavedTrigger[];
}

export interface SavedTrigger {
  readonly projectId: string;
  readonly key: string;
  readonly version: 1 | 2;
  readonly body: unknown;
}

/** Keeps the state in a file, or nowhere when there is none. */
export class StateFile {
  readonly #path: string | undefined;
  #state: SavedState = { rules: {}, triggers: [] };

  constructor(path: string | undefined) {
    this.#path = path;
    if (path !== undefined) this.#state = read(path);
  }

  get state(): SavedState {
    return this.#state;
  }

  saveRules(projectId: string, source: string): void {
    this.#write({ ...this.#state, rules: { ...this.#state.rules, [projectId]: source } });
  }

  saveTrigger(trigger: SavedTrigger): void {
    const others = this.#state.triggers.filter(({ projectId, key }) => projectId !== trigger.projectId || key !== trigger.key);
    this.#write({ ...this.#state, triggers: [...others, trigger] });
  }

  #write(state: SavedState): void {
    this.#state = state;
    if (this.#path === undefined) return;
    // Whole or not at all: the server may be killed at any moment.
    writeFileSync(`${this.#path}.new`, JSON.stringify(state));
    renameSync(`${this.#path}.new`, this.#path);
  }
}

function read(path: string): SavedState {
  try {
    const json: SavedState = JSON.parse(readFileSync(path, 'utf8'));
    return { rules: json.rules ?? {}, triggers: json.triggers ?? [] };
  } catch {
    // Empty or absent at the first start.
    return { rules: {}, triggers: [] };
  }
}
