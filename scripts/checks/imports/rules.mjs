/**
 * The rules of imports that `npm run check` holds, type imports included. Each kind is explained in `kinds.mjs`.
 * `why` completes the sentence "<file>:<line> imports <module>: …".
 * `known` is the number of places that may break the rule for now; it only ever falls.
 */
export const rules = [
  ...circles('contract/src', 'local/mail/src', 'scripts', 'tests', 'bench', 'web/build'),
  ...['client/src', 'functions/src', 'web/src', 'local/firestore/src', 'local/stripe/src'].flatMap((within) =>
    circles(within).map((rule) => ({ ...rule, known: 100 })),
  ),

  {
    name: 'layers of functions',
    kind: 'layers',
    within: 'functions/src',
    layers: [
      ['errors', 'config', 'log', 'network'],
      ['platform', 'memory', 'store'],
      ['services', 'mail', 'domain'],
      ['http', 'routes', 'api-services'],
      ['app', 'api-app', 'data-api', 'run-every', 'index'],
    ],
    why: 'imports point one way, errors and config ← store ← domain ← http and routes ← app',
    known: 130,
  },
  {
    name: 'layers of web',
    kind: 'layers',
    within: 'web/src',
    layers: [['texts', 'lib'], ['components'], ['features'], ['pages'], ['app', 'site'], ['testing', 'main']],
    why: 'imports point one way, texts and lib ← components ← features ← pages ← app',
    known: 70,
  },
  {
    name: 'features stand apart',
    kind: 'apart',
    within: 'web/src/features',
    allowed: {},
    why: 'a feature imports another one only when the table in scripts/checks/imports/rules.mjs gives a reason',
    known: 45,
  },
  {
    name: 'the domain knows no HTTP framework',
    kind: 'forbidden',
    within: 'functions/src/domain',
    packages: ['express', 'firebase-functions'],
    why: 'the domain works without Express and Cloud Functions, so that it runs and is tested without them',
    known: 4,
  },
  {
    name: 'one door to Firestore',
    kind: 'forbidden',
    within: 'functions/src',
    except: ['functions/src/store'],
    packages: ['firebase-admin/firestore', '@google-cloud/firestore'],
    why: 'only functions/src/store touches a Firestore SDK, so that every read and write is metered and guarded',
    known: 130,
  },
  {
    name: 'the contract needs only zod',
    kind: 'only',
    within: 'contract/src',
    packages: ['zod'],
    why: 'every workspace imports the contract, so it needs nothing but zod',
  },
  {
    name: 'the client needs only Firebase and the contract',
    kind: 'only',
    within: 'client/src',
    packages: ['firebase', '@bedplate/contract'],
    why: 'the client goes into apps of other people, so it needs nothing but firebase and the contract',
  },
  ...['firestore', 'stripe', 'mail'].map((name) => ({
    name: `local/${name} works alone`,
    kind: 'forbidden',
    within: `local/${name}/src`,
    packages: ['@bedplate'],
    why: 'a stand-in can be used by any project, so it imports nothing of this one',
  })),
  {
    name: 'functions and the console meet in the contract',
    kind: 'forbidden',
    within: 'functions/src',
    packages: ['@bedplate/web', '@bedplate/client', '@bedplate/tests'],
    why: 'the server shares only the contract with its callers',
  },
  {
    name: 'the console knows only the client and the contract',
    kind: 'forbidden',
    within: 'web/src',
    packages: ['@bedplate/functions', '@bedplate/tests'],
    why: 'the console reaches the server over HTTP',
  },
  {
    name: 'workspaces by package name',
    kind: 'workspaces',
    why: 'a workspace is reached by its package name, whose exports say what is public',
    known: 25,
  },
];

function circles(...folders) {
  return folders.map((within) => ({ name: `no circles in ${within}`, kind: 'circles', within }));
}
