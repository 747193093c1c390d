import { placeParams, type SecretName, secretParams } from './params.ts';

interface Given {
  readonly secrets: readonly SecretName[];
  readonly timeoutSeconds: number;
  /** Instances at most; a number of the parameter MAX_INSTANCES where it is absent. */
  readonly maxInstances?: number;
}

/**
 * The secrets, time and instances of each deployed function. `npm run deploy -- --check` compares what the CLI would deploy with the table in
 * `scripts/deploy/expected.json`. A function sees only the secrets that are listed here.
 */
const given = {
  /** The console's API. */
  app: { secrets: ['KEY_ENCRYPTION_KEY', 'TOKEN_PEPPER', 'SMTP_URL', 'STRIPE_SECRET_KEY'], timeoutSeconds: 60 },
  /** A large export takes minutes; behind Hosting every answer ends after one. */
  api: { secrets: ['KEY_ENCRYPTION_KEY', 'TOKEN_PEPPER', 'SMTP_URL'], timeoutSeconds: 900 },
  stripe: {
    secrets: ['KEY_ENCRYPTION_KEY', 'SMTP_URL', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRETS'],
    timeoutSeconds: 60,
    maxInstances: 2,
  },
  billingReconcile: { secrets: ['KEY_ENCRYPTION_KEY', 'SMTP_URL', 'STRIPE_SECRET_KEY'], timeoutSeconds: 1800, maxInstances: 1 },
  billingLapse: { secrets: ['KEY_ENCRYPTION_KEY', 'SMTP_URL', 'STRIPE_SECRET_KEY'], timeoutSeconds: 300, maxInstances: 1 },
  archivePurge: { secrets: ['KEY_ENCRYPTION_KEY', 'SMTP_URL'], timeoutSeconds: 540, maxInstances: 1 },
  mailRetry: { secrets: ['KEY_ENCRYPTION_KEY', 'SMTP_URL'], timeoutSeconds: 240, maxInstances: 1 },
  uploadSweep: { secrets: ['KEY_ENCRYPTION_KEY', 'SMTP_URL'], timeoutSeconds: 300, maxInstances: 1 },
  webhookDeliver: { secrets: ['KEY_ENCRYPTION_KEY', 'SMTP_URL'], timeoutSeconds: 120, maxInstances: 2 },
  webhookSweep: { secrets: ['KEY_ENCRYPTION_KEY', 'SMTP_URL'], timeoutSeconds: 120, maxInstances: 1 },
  officeTotals: { secrets: [], timeoutSeconds: 540, maxInstances: 1 },
  /** One question to Cloud Logging after another: a few hundred leases need minutes. */
  creditSweep: { secrets: [], timeoutSeconds: 540, maxInstances: 1 },
  recordJobs: { secrets: ['KEY_ENCRYPTION_KEY'], timeoutSeconds: 540, maxInstances: 1 },
  /** Its runs end before the next one begins. */
  backupProjects: { secrets: ['KEY_ENCRYPTION_KEY'], timeoutSeconds: 540, maxInstances: 1 },
  dataMigrate: { secrets: [], timeoutSeconds: 540, maxInstances: 1 },
  /** One instance: it remembers what it could not store. */
  healthCheck: { secrets: ['KEY_ENCRYPTION_KEY', 'SMTP_URL', 'STRIPE_SECRET_KEY'], timeoutSeconds: 60, maxInstances: 1 },
} as const satisfies Record<string, Given>;

export type FunctionName = keyof typeof given;

/** @returns the options of a function for firebase-functions */
export function optionsOf(name: FunctionName) {
  const { secrets, timeoutSeconds, maxInstances }: Given = given[name];
  return {
    region: placeParams.FUNCTIONS_REGION,
    serviceAccount: placeParams.FUNCTIONS_SERVICE_ACCOUNT,
    // Less memory than this would not hold the nursery that functions/build.mjs gives every function.
    memory: '512MiB' as const,
    // Many calls at once need a whole processor: https://docs.cloud.google.com/run/docs/configuring/services/cpu
    cpu: 1,
    concurrency: 80,
    maxInstances: maxInstances ?? placeParams.MAX_INSTANCES,
    timeoutSeconds,
    secrets: secrets.map((secret) => secretParams[secret]),
  };
}

/** @returns the secrets that this process may read: those of its function, all where it is none */
export function boundSecrets(name = process.env.FUNCTION_TARGET): readonly SecretName[] {
  return isFunction(name) ? given[name].secrets : secretNames;
}

const secretNames = Object.keys(secretParams) as SecretName[]; // its own keys

function isFunction(name: string | undefined): name is FunctionName {
  return name !== undefined && Object.hasOwn(given, name);
}
