import { createRequire } from 'node:module';

/**
 * Preloaded into the programs of the suite: firebase-tools' Functions emulator starts a process for each call that comes while others
 * are under way, so that fifty parallel calls take nine gigabytes and a slow machine chokes on its own processes. Here a process takes
 * as many calls at once as an instance does in production: what `concurrency` in functions/src/config/deployed-functions.ts says.
 * Decision 024.
 */
const concurrency = 80;
const require = createRequire(import.meta.url);
if (process.argv[1]?.includes('firebase') && process.argv.includes('emulators:start')) {
  const { FunctionsEmulator } = require('firebase-tools/lib/emulator/functionsEmulator.js');
  const { RuntimeWorker, RuntimeWorkerPool, RuntimeWorkerState } = require('firebase-tools/lib/emulator/functionsRuntimeWorker.js');
  requireMethods(FunctionsEmulator, ['startRuntime']);
  requireMethods(RuntimeWorker, ['request']);
  requireMethods(RuntimeWorkerPool, ['getIdleWorker', 'refresh', 'cleanUpWorkers', 'getTriggerWorkers']);
  share(RuntimeWorker.prototype, RuntimeWorkerPool.prototype, new Set([RuntimeWorkerState.IDLE, RuntimeWorkerState.BUSY]));
  startOneAtATime(FunctionsEmulator.prototype);
}

/** Another version of firebase-tools may work otherwise. */
function requireMethods(type, names) {
  const missing = names.filter((name) => typeof type.prototype[name] !== 'function');
  if (missing.length > 0) throw new Error(`firebase-tools has no ${type.name}.${missing.join()} any more: see ${import.meta.filename}.`);
}

function share(worker, pool, serving) {
  const underWay = new WeakMap();
  /** Run code that has changed since: they end with their last call. */
  const retired = new WeakSet();
  const { request } = worker;

  worker.request = async function shared(...call) {
    underWay.set(this, (underWay.get(this) ?? 0) + 1);
    try {
      return await request.apply(this, call);
    } finally {
      underWay.set(this, underWay.get(this) - 1);
      if (retired.has(this) && underWay.get(this) === 0) this.runtime.process.kill();
    }
  };

  pool.getIdleWorker = function withRoom(triggerId, runtime) {
    this.cleanUpWorkers();
    return this.getTriggerWorkers(triggerId, runtime).find(
      (one) => serving.has(one.state) && !retired.has(one) && (underWay.get(one) ?? 0) < concurrency,
    );
  };

  pool.refresh = function retireAll() {
    for (const one of [...this.workers.values()].flat().filter(({ state }) => serving.has(state))) {
      retired.add(one);
      if (!underWay.get(one)) one.runtime.process.kill();
    }
  };
}

/** Calls that come while a process starts wait for it, instead of starting one each. */
function startOneAtATime(emulator) {
  const starting = new Map();
  const { startRuntime } = emulator;
  emulator.startRuntime = async function shared(backend, trigger) {
    const name = trigger && `${backend.codebase}/${trigger.id}`;
    const start = starting.get(name) ?? startRuntime.call(this, backend, trigger).finally(() => starting.delete(name));
    if (name) starting.set(name, start);
    return start;
  };
}
