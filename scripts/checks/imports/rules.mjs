const standIns = ['local-firestore', '@bedplate/local-stripe', '@bedplate/local-mail', '@bedplate/local-oidc'];

/**
 * The rules of imports that `npm run check` holds, type imports included. Each kind is explained in `kinds.mjs`.
 * `why` completes the sentence "<file>:<line> imports <module>: …".
 * `known` is the number of places that may break the rule for now; it only ever falls.
 * Decision 035.
 */
export const rules = [
  ...[
    'contract/src',
    'client/src',
    'react/src',
    'functions/src',
    'web/src',
    'web/build',
    'local/firestore/src',
    'local/stripe/src',
    'local/mail/src',
    'local/oidc/src',
    'scripts',
    'tests',
    'bench',
  ].map((within) => ({ name: `no circles in ${within}`, kind: 'circles', within })),

  {
    name: 'layers of functions',
    kind: 'layers',
    within: 'functions/src',
    layers: [
      ['errors', 'config', 'network', 'runtime', 'platform'],
      ['store', 'memory', 'crypto', 'validation'],
      ['services', 'domain'],
      ['http', 'routes'],
      ['app', 'api-app', 'data-api', 'deployed', 'tools'],
    ],
    why: 'imports point one way, errors and config ← store ← domain ← http and routes ← app',
  },
  {
    name: 'layers of web',
    kind: 'layers',
    within: 'web/src',
    layers: [['texts', 'lib'], ['components'], ['features'], ['pages'], ['app', 'site'], ['testing', 'main']],
    why: 'imports point one way, texts and lib ← components ← features ← pages ← app',
  },
  {
    name: 'features stand apart',
    kind: 'apart',
    within: 'web/src/features',
    allowed: {
      'account → maintenance': 'the login form shows why nobody can log in',
      'site → maintenance': 'the public site announces maintenance',
      'office → maintenance': 'the form for maintenance previews its notice',
      'office → account': 'the back office has the same login and keeps the same session',
      'feedback → account': 'a message carries the name and address of its sender',
      'fields → records': 'a declared field is read and edited as in the records that have it',
      'requests → access-rules': 'a call that rules refused shows rule by rule why',
      'access-rules → records': 'rules are saved below the address of the storage that the records have',
      'access-rules → keys': 'a rule may name a key',
      'users → account': 'a member has the fields of an account',
      'users → projects': 'the rights of a member name projects',
      'keys → projects': 'a named key opens some of the projects',
      'keys → caps': 'a named key may have a cap',
      'keys → endpoints': 'a named key may be limited to storages, which are listed with their endpoints',
      'keys → undo': 'what a key did is taken back where the key is',
      'requests → undo': 'what a call did is taken back where the call is',
      'playground → endpoints': 'the first record goes into a storage that is listed with the endpoints',
      'playground → account': 'a request carries the keys of the account',
    },
    why: 'a feature imports another one only when the table in scripts/checks/imports/rules.mjs gives a reason',
  },
  {
    name: 'the domain knows no HTTP framework',
    kind: 'forbidden',
    within: 'functions/src/domain',
    packages: ['express', 'firebase-functions'],
    why: 'the domain works without Express and Cloud Functions, so that it runs and is tested without them',
  },
  {
    name: 'one door to Firestore',
    kind: 'forbidden',
    within: 'functions/src',
    except: ['functions/src/store'],
    packages: ['firebase-admin/firestore', '@google-cloud/firestore'],
    why: 'only functions/src/store touches a Firestore SDK, so that every read and write is metered and guarded',
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
  {
    name: 'the hooks need only React and the client',
    kind: 'only',
    within: 'react/src',
    packages: ['react', '@bedplate/client'],
    why: 'the hooks go into apps of other people, so they need nothing but react and the client',
  },
  ...['firestore', 'stripe', 'mail', 'oidc'].map((name) => ({
    name: `local/${name} works alone`,
    kind: 'forbidden',
    within: `local/${name}/src`,
    packages: ['@bedplate', ...standIns],
    why: 'a stand-in can be used by any project, so it imports nothing of this one',
  })),
  {
    name: 'functions and the console meet in the contract',
    kind: 'forbidden',
    within: 'functions/src',
    packages: ['@bedplate/web', '@bedplate/client', '@bedplate/tests', '@bedplate/bench', ...standIns],
    why: 'the server shares only the contract with its callers',
  },
  {
    name: 'the console knows only the client and the contract',
    kind: 'forbidden',
    within: 'web/src',
    packages: ['@bedplate/functions', '@bedplate/tests', '@bedplate/bench', ...standIns],
    why: 'the console reaches the server over HTTP',
  },
  {
    name: 'workspaces by package name',
    kind: 'workspaces',
    why: 'a workspace is reached by its package name, whose exports say what is public',
  },
];
