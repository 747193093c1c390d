import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { AddressInfo } from 'node:net';
import type { Backend } from './actions/call.ts';
import { RulesRegistry } from './actions/rules-registry.ts';
import type { Database } from './store/engine.ts';
import type { IndexConfig } from './indexes/index-config.ts';
import { compileRules } from './rules/compile.ts';
import type { Issue } from './rules/language/issue.ts';
import { createEngine } from './store/create-engine.ts';
import { stopWatch } from './streams/watch.ts';
import { TriggerService } from './triggers/service.ts';
import { createGrpcServer } from './wire/grpc/server.ts';
import { createHttpServer } from './wire/http-server.ts';
import { createMultiplexer } from './wire/multiplexer.ts';
import { StateFile } from './saved-state.ts';

export interface FirestoreOptions {
  /** 0 (the default) takes a free one. */
  readonly port?: number;
  /** `127.0.0.1` when absent; `localhost` also listens on `::1` where there is one. */
  readonly host?: string;
  /** The text of firestore.rules; without it everything is allowed. */
  readonly rules?: string;
  /** Where commits are kept; without it everything is in memory only. */
  readonly dataDir?: string;
  /** `strict` (the default) refuses queries that production would refuse for lack of an index. */
  readonly indexMode?: 'strict' | 'permissive';
  /** The content of firestore.indexes.json. */
  readonly indexes?: IndexConfig;
  /** The project that `rules` and `seed` belong to; rules hold for every project that has none of its own. */
  readonly projectId?: string;
  /** `<directory>/<name>.overall_export_metadata` of an export, taken in when the database is empty. */
  readonly seed?: string;
  /** `host:port` of the functions emulator. */
  readonly functions?: string;
  /** Where rules and triggers that arrive over HTTP are kept for a restart. */
  readonly stateFile?: string;
  /** Start from a damaged data directory with what precedes the damage. */
  readonly salvage?: boolean;
  /** How long a write waits for foreign transactions, milliseconds; 2,000 when absent. */
  readonly lockWaitMs?: number;
  /** Called when a client asks the server to shut down. */
  readonly onShutdown?: () => void;
}

export interface RunningFirestore {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** Problems of `rules`; with an error among them everything is denied. */
  readonly issues: readonly Issue[];
  stop(): Promise<void>;
}

/**
 * Starts a Firestore server. Several may run in one process.
 * @throws Error when the port is taken or the data directory is in use or damaged
 */
export async function startFirestore(options: FirestoreOptions = {}): Promise<RunningFirestore> {
  const { host = '127.0.0.1', port = 0, projectId = 'demo-test' } = options;
  const state = new StateFile(options.stateFile);
  const engine = await createEngine({
    indexMode: options.indexMode ?? 'strict',
    ...(options.dataDir !== undefined && { dataDir: options.dataDir }),
    ...(options.indexes && { indexes: options.indexes }),
    ...(options.salvage !== undefined && { salvage: options.salvage }),
    ...(options.lockWaitMs !== undefined && { lockWaitMs: options.lockWaitMs }),
  });
  const rules = new RulesRegistry(compileRules);
  const issues = options.rules === undefined ? [] : rules.install(options.rules, { evenBroken: true });
  for (const [project, source] of Object.entries(state.state.rules)) rules.install(source, { projectId: project });
  rules.onInstall((project) => {
    const source = project === undefined ? undefined : rules.of(project)?.source;
    if (project !== undefined && source !== undefined) state.saveRules(project, source);
  });

  const triggers = new TriggerService(options.functions);
  const opened = new Set<Database>();
  const backend: Backend = {
    engine,
    rules,
    opened: (database) => {
      if (opened.has(database)) return;
      opened.add(database);
      triggers.follow(database);
    },
    attribute: (document, caller) => triggers.attribute(document, caller),
  };
  for (const trigger of state.state.triggers) triggers.register(trigger.projectId, trigger.key, trigger.version, trigger.body);
  if (options.seed !== undefined) await seed(engine.database(projectId, '(default)'), options.seed);

  const grpc = createGrpcServer(backend);
  const http = createHttpServer({
    backend,
    shutdown: () => options.onShutdown?.(),
    registerTrigger: (project, key, version, body) => {
      triggers.register(project, key, version, body);
      state.saveTrigger({ projectId: project, key, version, body });
    },
  });
  const listeners = await listen(host, port, () => createMultiplexer(grpc, http.server));
  const [first] = listeners;
  const address = first?.server.address() as AddressInfo;
  return {
    url: `http://${host}:${address.port}`,
    host,
    port: address.port,
    issues,
    stop: async () => {
      http.stop();
      triggers.stop();
      for (const database of opened) stopWatch(database);
      for (const { server, sockets } of listeners) {
        server.close();
        for (const socket of sockets) socket.destroy();
      }
      await engine.close();
    },
  };
}

type Multiplexer = ReturnType<typeof createMultiplexer>;

/** `localhost` means IPv4 and, where the machine has it, IPv6. */
async function listen(host: string, port: number, create: () => Multiplexer): Promise<readonly Multiplexer[]> {
  const main = create();
  main.server.listen(port, host === 'localhost' ? '127.0.0.1' : host);
  await once(main.server, 'listening');
  if (host !== 'localhost') return [main];
  const second = create();
  second.server.listen((main.server.address() as AddressInfo).port, '::1');
  const alsoListening = await once(second.server, 'listening').then(
    () => true,
    () => false,
  );
  return alsoListening ? [main, second] : [main];
}

async function seed(database: Database, metadataFile: string): Promise<void> {
  if (!existsSync(metadataFile)) throw new Error(`The export to import does not exist: ${metadataFile}`);
  // A restart over kept data must not bring back what was imported once.
  if (database.listCollectionIds('').length > 0) return;
  await database.importFrom(dirname(metadataFile));
}
