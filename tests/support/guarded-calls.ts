import { type Role, usualMails, usualSettings } from '@bedplate/contract';

/** Of the account that is attacked. */
export interface Ids {
  project: string;
  storage: string;
  person: string;
  endpoint: string;
  delivery: string;
  key: string;
  session: string;
}

/** A call of the console's API that needs a session, and who may make it by the specification: not read from the guards' own table. */
export interface Guarded {
  method: string;
  path: (at: Ids) => string;
  opens: readonly Role[];
  body?: object | ((at: Ids) => object);
  /** The path holds an id of the account, which another account or project does not know. */
  bound: boolean;
}

const staff = ['superadmin'] as const;
const admin = ['admin'] as const;
const builders = ['admin', 'developer'] as const;
const readers = ['admin', 'developer', 'user'] as const;
const reporters = ['admin', 'manager'] as const;
const members = ['admin', 'manager', 'developer', 'user'] as const;
const everyone = ['superadmin', 'admin', 'manager', 'developer', 'user'] as const;

const project = { name: 'Intruder', description: '' };
const storage = { dataStorageName: 'Intruder', dataStorageKey: 'intruders', isSoftDelete: false };
const endpoint = (at: Ids) => ({ dataStorageId: at.storage, type: 'webhook', functionality: 'sender' });
const key = (at: Ids) => ({ name: 'Intruder', projectId: at.project, storages: [at.storage], verbs: ['read'] });
const shown = { search: '', where: '', startDate: '', endDate: '', limit: 20, sort: null, deleted: false, hidden: [], order: [] };
const savedView = { name: 'Intruder', view: shown };
const mailTrial = { kind: 'reset', language: 'en', mails: usualMails };
const product = { name: 'Plan', description: 'A plan.', tier: 'pro', price: 0, usageLimit: 10, recurring: true, interval: 'month' };
const discount = { description: 'Ten off', percentage_value: 10, number_of_use: 1, expiresAt: '2030-01-01', is_active: false };

/** Roles that may call, then rows: the call, the body. A place in braces is an id of the account. */
type Row = [call: string, body?: Guarded['body']];
const table: [opens: readonly Role[], rows: Row[]][] = [
  [
    admin,
    [
      ['PUT /users/archive-setting', { purgeArchives: false }],
      ['POST /users/delete-account', { email: 'nobody@example.test' }],
      ['POST /projects', project], // Covers S1-6-09, S0-2.12-08
      ['PUT /projects/{project}', project], // Covers S1-6-09
      ['DELETE /projects/{project}'], // Covers S1-6-09
      ['GET /projects/{project}/collaborators'],
      ['GET /archivedProjects'], // Covers S2-6-14
      ['GET /trash'],
      ['DELETE /archivedProject/{project}'], // Covers S2-6-14
      ['POST /archivedProject/{project}/recover'], // Covers S2-6-14
      ['POST /archivedProject/{project}/delete', { name: 'Intruder' }],
      ['POST /project/{project}/archivedStorage/{storage}/delete', { name: 'Intruder' }],
      ['GET /copy'],
      ['GET /copy/{storage}/records'],
      ['GET /copy/{storage}/files'],
      ['GET /copy/{storage}/file?path=some'],
      ['GET /project/{project}/dataStorages/{storage}/download'], // Covers S1-6-05, S1-6-14
      ['POST /project/{project}/dataStorages/{storage}/download', { ids: ['some'] }], // Covers S1-6-05
      ['POST /project/{project}/dataStorages/{storage}/users-export', { name: 'Users' }],
      ['GET /authentication/changeUserKeys'], // Covers S2-6-11, S2-7-08
      ['POST /authentication/changeUserKeys', {}], // Covers S2-6-11, S2-7-09
      ['GET /logs/admin/user-activity-logs/project/{project}'], // Covers S2-6-13
      ['GET /users'], // Covers S0-6-10
      ['PUT /users/{person}', { role: 'admin' }], // Covers S0-6-10, S2-2.g-13
      ['GET /keys'],
      ['POST /keys', key],
      ['PUT /keys/{key}', { active: false }],
      ['DELETE /keys/{key}'],
      ['GET /billing'],
      ['POST /subscriptions/upgrade/premium', {}], // Covers S1-6-20, S2-6-12
      ['GET /subscriptions/upgrade/preview?productId=none'],
      ['POST /subscriptions/pending-payment', {}],
      ['POST /subscriptions/confirmed', {}],
      ['POST /subscriptions/cancel', {}], // Covers S1-6-20, S2-6-12
      ['POST /subscriptions/undo-cancel', {}], // Covers S1-6-20
      ['POST /subscriptions/change-payment', {}], // Covers S1-6-20, S2-6-12
      ['POST /purchase-credits', { amount: 1 }], // Covers S1-6-20
      ['GET /apiUsage/breakdown'],
      ['GET /project/{project}/backups'],
      ['POST /project/{project}/backups'],
      ['GET /project/{project}/backups/some'],
      ['POST /project/{project}/backups/some/run'],
      ['GET /project/{project}/backups/some/contents'],
      ['GET /project/{project}/backups/some/records/{storage}'],
      ['POST /project/{project}/backups/some/restore', {}],
      ['POST /project/{project}/dataStorages/{storage}/item/some/erase', {}],
      ['GET /project/{project}/caps'],
      ['PUT /project/{project}/caps', { project: null, appUser: null }],
    ],
  ],
  [
    builders,
    [
      ['POST /project/{project}/dataStorages', storage], // Covers S1-6-10, S0-6-14
      ['PUT /project/{project}/dataStorages/{storage}', { newName: 'Intruder' }], // Covers S1-6-10
      ['DELETE /project/{project}/dataStorages/{storage}'], // Covers S1-6-10
      ['POST /project/{project}/dataStorages/{storage}/item', { data: { title: 'Intruder' } }], // Covers S1-6-13
      ['PUT /project/{project}/dataStorages/{storage}/item/some', { data: { title: 'Intruder' } }], // Covers S1-6-13
      ['DELETE /project/{project}/dataStorages/{storage}/item/some'], // Covers S1-6-13
      ['POST /project/{project}/dataStorages/{storage}/item/some/restore'], // Covers S1-6-13
      ['POST /project/{project}/dataStorages/{storage}/item/some/file?fieldName=photo', {}],
      ['GET /project/{project}/dataStorages/{storage}/ids'], // Covers S1-6-13
      ['POST /project/{project}/dataStorages/{storage}/bulk', { action: 'delete', ids: ['some'] }], // Covers S1-6-13
      ['GET /project/{project}/dataStorages/{storage}/mails'],
      ['PUT /project/{project}/dataStorages/{storage}/mails', { ...usualMails, version: 0 }],
      ['POST /project/{project}/dataStorages/{storage}/mails/preview', mailTrial],
      ['POST /project/{project}/dataStorages/{storage}/mails/test', mailTrial],
      ['POST /project/{project}/dataStorages/{storage}/trash', { action: 'restore' }],
      ['GET /project/{project}/dataStorages/{storage}/invitations'],
      ['POST /project/{project}/dataStorages/{storage}/invitations', { email: 'a@b.test' }],
      ['DELETE /project/{project}/dataStorages/{storage}/invitations/some'],
      ['GET /project/{project}/dataStorages/{storage}/teams'],
      ['DELETE /project/{project}/dataStorages/{storage}/teams/some'],
      ['GET /project/{project}/dataStorages/{storage}/jobs'],
      ['GET /project/{project}/dataStorages/{storage}/jobs/some'],
      ['POST /project/{project}/dataStorages/{storage}/jobs/some/run'],
      ['POST /project/{project}/dataStorages/{storage}/jobs/some/cancel'],
      ['POST /project/{project}/dataStorages/{storage}/jobs/some/undo'],
      ['POST /project/{project}/undo', { key: 'some', dryRun: true }],
      ['GET /project/{project}/undo/authors'],
      [
        'POST /project/{project}/dataStorages/{storage}/import',
        // Covers S1-6-13
        { key: 'intruder-1', part: 0, fileName: 'a.csv', rows: [{ row: 1, value: { title: 'Intruder' } }] },
      ],
      ['DELETE /project/{project}/dataStorages/{storage}/import/intruder-1/0'], // Covers S1-6-13
      ['GET /project/{project}/dataStorages/{storage}/settings'],
      ['GET /project/{project}/types'],
      ['GET /project/{project}/dataStorages/{storage}/access'],
      ['PUT /project/{project}/dataStorages/{storage}/access', { version: 0, grants: [] }],
      ['POST /project/{project}/dataStorages/{storage}/access/impact', { grants: [] }],
      ['POST /project/{project}/dataStorages/{storage}/access/try-as', { grants: [], as: { key: '*' } }],
      ['GET /project/{project}/dataStorages/{storage}/access/versions'],
      ['GET /project/{project}/dataStorages/{storage}/access/versions/1'],
      ['GET /project/{project}/dataStorages/{storage}/schema'],
      ['PUT /project/{project}/dataStorages/{storage}/schema', { version: 0, schema: { fields: {} }, state: 'learn' }],
      ['GET /project/{project}/dataStorages/{storage}/schema/proposal'],
      ['GET /project/{project}/dataStorages/{storage}/schema/uses?field=title'],
      ['POST /project/{project}/dataStorages/{storage}/schema/check', { schema: { fields: {} } }],
      ['GET /project/{project}/dataStorages/{storage}/schema/faults?field=title&rule=type'],
      ['POST /project/{project}/dataStorages/{storage}/schema/repairs', { field: 'title', repair: 'trash' }],
      ['POST /project/{project}/dataStorages/{storage}/views', savedView],
      ['PUT /project/{project}/dataStorages/{storage}/views/some', { name: 'Intruder' }],
      ['DELETE /project/{project}/dataStorages/{storage}/views/some'],
      ['GET /project/{project}/dataStorages/sandbox'], // Covers S1-6-15
      [
        'POST /project/{project}/dataStorages/postmanSaveData',
        // Covers S1-6-15
        (at) => ({ dataStorageId: at.storage, responseData: { title: 'Intruder' } }),
      ],
      ['GET /project/{project}/requests'],
      ['GET /project/{project}/requests/errors'],
      ['GET /project/{project}/requests/lists'],
      ['GET /project/{project}/requests/download'],
      ['POST /project/{project}/requests/watch'],
      ['POST /project/{project}/sandbox/send', { url: 'https://127.0.0.1' }],
      ['GET /project/{project}/trash'],
      ['GET /project/{project}/archivedStorages'], // Covers S2-6-15
      ['DELETE /project/{project}/archivedStorage/{storage}'], // Covers S2-6-15
      ['POST /project/{project}/archivedStorage/{storage}/recover'], // Covers S2-6-15
      ['GET /fileStorage/{project}/folders'], // Covers S2-6-16
      ['GET /fileStorage/{project}/products/files'], // Covers S2-6-16
      ['POST /fileStorage/{project}/products/files', {}], // Covers S2-6-16
      ['POST /project/{project}/endpoints', endpoint],
      ['PUT /endpoints/{endpoint}', { functionality: 'sender' }],
      ['DELETE /endpoints/{endpoint}'],
      ['GET /endpoints/{endpoint}/secret'],
      ['POST /endpoints/{endpoint}/token'],
      ['POST /endpoints/{endpoint}/test'],
      ['GET /endpoints/{endpoint}/deliveries'],
      ['GET /endpoints/{endpoint}/deliveries/{delivery}'],
      ['POST /endpoints/{endpoint}/deliveries/{delivery}/replay'],
    ],
  ],
  [
    readers,
    [
      ['GET /dataStorages/users'],
      ['GET /project/{project}/dataStorages/{storage}'], // Covers S1-6-11
      ['GET /project/{project}/dataStorages/{storage}/item/some/history'],
      ['GET /project/{project}/dataStorages/{storage}/item/some/history/file?path=some'],
      ['GET /project/{project}/dataStorages/{storage}/views'],
    ],
  ],
  [
    [...readers, 'superadmin'],
    [
      ['GET /project/{project}/dataStorages'], // Covers S1-6-11, S0-6-13
      ['GET /project/{project}/endpoints'],
    ],
  ],
  [
    reporters,
    [
      ['GET /reporting?projectId={project}'], // Covers S2-6-17, S0-6-15
      ['GET /reporting/calls?projectId={project}'],
      ['GET /reporting/activity?projectId={project}'], // Covers S2-6-17
    ],
  ],
  [
    [...admin, 'superadmin'],
    [['GET /projects']], // Covers S1-6-08
  ],
  [[...members, 'superadmin'], [['GET /projects/{project}']]],
  [
    everyone,
    [
      ['POST /feedback', {}],
      ['GET /users/getUser'],
      ['PUT /users/updateUser', { name: 'Intruder' }],
      ['POST /users/confirmation-code'],
      ['GET /users/sessions'],
      ['DELETE /users/sessions'],
      ['DELETE /users/sessions/{session}'],
      ['POST /authentication/logout'],
      ['POST /authentication/end-viewing'],
      ['GET /apiUsage'],
      ['GET /apiUsage/user/total-usage'],
    ],
  ],
  [
    staff,
    [
      ['GET /feedback'], // Covers S2-6-08
      ['GET /logs'], // Covers S2-6-09
      ['GET /superadmin/users'], // Covers S2-6-07
      ['GET /superadmin/projects'], // Covers S2-6-07
      ['GET /superadmin/storages'], // Covers S2-6-07
      ['GET /superadmin/archivedstorages'], // Covers S2-6-07
      ['GET /superadmin/endpoints'], // Covers S2-6-07
      ['GET /superadmin/pagevisits'], // Covers S2-6-07
      ['GET /superadmin/audit'], // Covers S2-6-07
      ['GET /superadmin/analytics?from=2026-01-01&to=2026-01-02'], // Covers S2-6-07
      ['GET /superadmin/products'], // Covers S2-6-07
      ['GET /superadmin/tenants/{project}'],
      ['POST /superadmin/tenants/{project}/suspend', { reason: 'Intruder' }],
      ['POST /superadmin/tenants/{project}/lift'],
      ['POST /superadmin/tenants/{project}/end-plan', { which: 'paid' }],
      ['PUT /superadmin/tenants/{project}/limits', {}],
      ['POST /superadmin/tenants/{project}/view', { reason: 'Intruder' }],
      ['GET /superadmin/platform'],
      ['PUT /superadmin/platform', { ...usualSettings, expectedUpdatedAt: null, reason: 'Intruder' }],
      ['PUT /superadmin/platform/demo', { apiKey: '', reason: 'Intruder' }],
      ['GET /superadmin/discounts'], // Covers S2-6-07
      ['GET /superadmin/used-discounts'], // Covers S2-6-07
      ['GET /superadmin/subscriptions'], // Covers S2-6-07
      ['GET /superadmin/apiusages'], // Covers S2-6-07
      ['GET /superadmin/apiusagehistories'], // Covers S2-6-07
      ['POST /superadmin/add-product', product], // Covers S2-6-10
      ['PUT /superadmin/products/{project}', product], // Covers S2-6-10
      ['DELETE /superadmin/products/{project}'], // Covers S2-6-10
      ['POST /superadmin/discounts', discount], // Covers S2-6-10
      ['PUT /superadmin/discounts/ABCDEFGH', discount], // Covers S2-6-10
      ['PUT /superadmin/users/{person}/change-subscription', (at) => ({ productId: at.project })], // Covers S2-6-10
      ['GET /superadmin/health'],
      ['POST /superadmin/health/check'],
      ['GET /superadmin/staff'],
      ['GET /superadmin/csv/users'],
      ['GET /superadmin/csv/projects'],
      ['GET /superadmin/csv/storages'],
      ['GET /superadmin/csv/archivedstorages'],
      ['GET /superadmin/csv/endpoints'],
      ['GET /superadmin/csv/products'],
      ['GET /superadmin/csv/discounts'],
      ['GET /superadmin/csv/used-discounts'],
      ['GET /superadmin/csv/subscriptions'],
      ['GET /superadmin/csv/apiusages'],
      ['GET /superadmin/csv/apiusagehistories'],
      ['GET /superadmin/csv/pagevisits'],
      ['GET /superadmin/csv/audit'],
      ['GET /superadmin/csv/messages'],
      ['GET /superadmin/csv/logs'],
      ['GET /superadmin/messages/feedback/{project}'],
      ['PUT /superadmin/messages/feedback/{project}', { isRead: true }], // Covers S2-6-08
      ['POST /superadmin/messages/contact/{project}/reply', { text: 'Hello' }], // Covers S2-6-08
    ],
  ],
];

export const guarded: Guarded[] = table.flatMap(([opens, rows]) =>
  rows.map(([name, body]): Guarded => {
    const [method = '', path = ''] = name.split(' ');
    return {
      method,
      path: (at) => path.replace(/\{(\w+)\}/g, (_, place: keyof Ids) => at[place]),
      opens,
      bound: path.includes('{'),
      ...(body ? { body } : {}),
    };
  }),
);

/** `GET /projects/{project}`. */
export function nameOf({ method, path }: Pick<Guarded, 'method' | 'path'>): string {
  const places = { project: '{project}', storage: '{storage}', person: '{person}', endpoint: '{endpoint}', delivery: '{delivery}' };
  return `${method} ${path({ ...places, key: '{key}', session: '{session}' })}`;
}

/** @returns which ids of the account a call names, in its path or its body */
export function placesOf({ path, body }: Guarded): (keyof Ids)[] {
  const places = new Set<keyof Ids>();
  const noting = new Proxy({} as Ids, {
    get(_, place: keyof Ids) {
      places.add(place);
      return '';
    },
  });
  path(noting);
  if (typeof body === 'function') body(noting);
  return [...places];
}

/** Calls for visitors, and the one that serves both. */
export const publicCalls = [
  'POST /authentication/register',
  'POST /authentication/check-2fa-setting',
  'POST /authentication/login',
  'POST /authentication/google-login',
  'POST /authentication/resend-verification',
  'POST /authentication/forgot-password',
  'GET /authentication/{token}/verify',
  'POST /authentication/{token}/reset-password',
  'POST /authentication/{token}/sign-in',
  'POST /authentication/{token}/unlock',
  'POST /authentication/{token}/not-me',
  'GET /verify/user/{token}',
  'GET /health',
  'GET /config',
  'GET /subscriptions/premium-products',
  'POST /contact-us',
  'GET /feedback/image/{ticket}',
  'POST /superadmin/track',
  'POST /documentation/votes',
];
