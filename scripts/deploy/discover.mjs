import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { node, projectId, root } from '../suite/paths.mjs';

const require = createRequire(import.meta.url);

/**
 * Asks the upload folder for its functions in the way the Firebase CLI does, and lets the CLI's own code check the answer.
 * @returns what the platform would be told: a row for each function, and the parameters with their defaults
 */
export async function discover(folder) {
  const output = join(folder, 'functions-manifest.json');
  execFileSync(node, [join(folder, 'node_modules/firebase-functions/lib/bin/firebase-functions.js'), folder], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, FUNCTIONS_MANIFEST_OUTPUT_PATH: output, GCLOUD_PROJECT: projectId },
  });
  const manifest = JSON.parse(readFileSync(output, 'utf8'));
  await requireValid(manifest);
  const functions = Object.entries(manifest.endpoints).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    functions: Object.fromEntries(functions.map(([name, endpoint]) => [name, rowOf(endpoint)])),
    parameters: Object.fromEntries(
      manifest.params.map(({ name, type, ...param }) => [name, type === 'secret' ? 'secret' : (param.default ?? 'asked for')]),
    ),
  };
}

/** @throws with the CLI's words */
async function requireValid(manifest) {
  const { yamlToBuild } = require('firebase-tools/lib/deploy/functions/runtimes/discovery/index.js');
  const { resolveBackend } = require('firebase-tools/lib/deploy/functions/build.js');
  const { endpointsAreValid } = require('firebase-tools/lib/deploy/functions/validate.js');
  const { empty } = require('firebase-tools/lib/deploy/functions/backend.js');
  const build = yamlToBuild(structuredClone(manifest), projectId, 'us-central1', 'nodejs24');
  const { backend } = await resolveBackend({
    build,
    firebaseConfig: { projectId },
    userEnvs: parametersOfExample(),
    // Without a terminal the CLI wants even those that have a default.
    nonInteractive: true,
    isEmulator: true,
  });
  endpointsAreValid(backend, empty());
}

/** The example as a project's file, read by the CLI: it refuses names of its own and values that it cannot read. */
function parametersOfExample() {
  const { loadUserEnvs } = require('firebase-tools/lib/functions/env.js');
  const { normalizeAndValidate } = require('firebase-tools/lib/functions/projectConfig.js');
  const [{ configDir }] = normalizeAndValidate(JSON.parse(readFileSync(join(root, 'firebase.json'), 'utf8')).functions);
  const copy = mkdtempSync(join(tmpdir(), 'bedplate-config-'));
  try {
    cpSync(join(root, configDir, '.env'), join(copy, '.env'));
    cpSync(join(root, configDir, 'env.example'), join(copy, `.env.${projectId}`));
    return loadUserEnvs({ functionsSource: join(root, 'functions/dist'), configDir: copy, projectDir: root, projectId });
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function rowOf(endpoint) {
  return {
    trigger: triggerOf(endpoint),
    region: endpoint.region,
    serviceAccount: endpoint.serviceAccountEmail,
    memoryMiB: endpoint.availableMemoryMb,
    cpu: endpoint.cpu,
    concurrency: endpoint.concurrency,
    timeoutSeconds: endpoint.timeoutSeconds,
    maxInstances: endpoint.maxInstances,
    secrets: (endpoint.secretEnvironmentVariables ?? []).map(({ key }) => key),
  };
}

function triggerOf({ httpsTrigger, scheduleTrigger, eventTrigger }) {
  if (httpsTrigger) return `https, ${(httpsTrigger.invoker ?? []).join()}`;
  if (scheduleTrigger) return `${scheduleTrigger.schedule}, ${scheduleTrigger.retryConfig?.retryCount ?? 'default'} retries`;
  return `${eventTrigger.eventType} ${Object.values(eventTrigger.eventFilterPathPatterns).join()}, ${eventTrigger.retry ? '' : 'no '}retries`;
}
