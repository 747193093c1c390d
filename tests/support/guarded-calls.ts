import { type Role, usualSettings } from '@bedplate/contract';

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
  /** Rows of the checklist about who may. */
  ids: string;
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
const product = { name: 'Plan', description: 'A plan.', tier: 'pro', price: 0, usageLimit: 10, recurring: true, interval: 'month' };
const discount = { description: 'Ten off', percentage_value: 10, number_of_use: 1, expiresAt: '2030-01-01', is_active: false };

/** Roles that may call, then rows: what is called, the checklist's ids, the body. A place in braces is an id of the account. */
type Row = [call: string, ids?: string, body?: Guarded['body']];
const table: [opens: readonly Role[], rows: Row[]][] = [
  [
    admin,
    [
      ['POST /projects', 'S1-6-09 S0-2.12-08', project],
      ['PUT /projects/{project}', 'S1-6-09', project],
      ['DELETE /projects/{project}', 'S1-6-09'],
      ['GET /projects/{project}/collaborators'],
      ['GET /archivedProjects', 'S2-6-14'],
      ['DELETE /archivedProject/{project}', 'S2-6-14'],
      ['POST /archivedProject/{project}/recover', 'S2-6-14'],
      ['GET /project/{project}/dataStorages/{storage}/download', 'S1-6-05 S1-6-14'],
      ['POST /project/{project}/dataStorages/{storage}/download', 'S1-6-05', { ids: ['some'] }],
      ['GET /authentication/changeUserKeys', 'S2-6-11 S2-7-08'],
      ['POST /authentication/changeUserKeys', 'S2-6-11 S2-7-09', {}],
      ['GET /logs/admin/user-activity-logs/project/{project}', 'S2-6-13'],
      ['GET /users', 'S0-6-10'],
      ['PUT /users/{person}', 'S0-6-10 S2-2.g-13', { role: 'admin' }],
      ['GET /keys'],
      ['POST /keys', '', key],
      ['PUT /keys/{key}', '', { active: false }],
      ['DELETE /keys/{key}'],
      ['GET /billing'],
      ['POST /subscriptions/upgrade/premium', 'S1-6-20 S2-6-12', {}],
      ['POST /subscriptions/pending-payment', '', {}],
      ['POST /subscriptions/confirmed', '', {}],
      ['POST /subscriptions/cancel', 'S1-6-20 S2-6-12', {}],
      ['POST /subscriptions/undo-cancel', 'S1-6-20', {}],
      ['POST /subscriptions/change-payment', 'S1-6-20 S2-6-12', {}],
      ['POST /purchase-credits', 'S1-6-20', { amount: 1 }],
      ['GET /apiUsage/breakdown'],
    ],
  ],
  [
    builders,
    [
      ['POST /project/{project}/dataStorages', 'S1-6-10 S0-6-14', storage],
      ['PUT /project/{project}/dataStorages/{storage}', 'S1-6-10', { newName: 'Intruder' }],
      ['DELETE /project/{project}/dataStorages/{storage}', 'S1-6-10'],
      ['PUT /project/{project}/dataStorages/{storage}/item/some', 'S1-6-13', { data: { title: 'Intruder' } }],
      ['DELETE /project/{project}/dataStorages/{storage}/item/some', 'S1-6-13'],
      ['POST /project/{project}/dataStorages/{storage}/item/some/restore', 'S1-6-13'],
      ['GET /project/{project}/dataStorages/{storage}/ids', 'S1-6-13'],
      ['POST /project/{project}/dataStorages/{storage}/bulk', 'S1-6-13', { action: 'delete', ids: ['some'] }],
      [
        'POST /project/{project}/dataStorages/{storage}/import',
        'S1-6-13',
        { key: 'intruder-1', part: 0, fileName: 'a.csv', rows: [{ row: 1, value: { title: 'Intruder' } }] },
      ],
      ['DELETE /project/{project}/dataStorages/{storage}/import/intruder-1/0', 'S1-6-13'],
      ['GET /project/{project}/dataStorages/{storage}/settings'],
      ['GET /project/{project}/dataStorages/sandbox', 'S1-6-15'],
      [
        'POST /project/{project}/dataStorages/postmanSaveData',
        'S1-6-15',
        (at) => ({ dataStorageId: at.storage, responseData: { title: 'Intruder' } }),
      ],
      ['POST /project/{project}/sandbox/send', '', { url: 'https://127.0.0.1' }],
      ['GET /project/{project}/archivedStorages', 'S2-6-15'],
      ['DELETE /project/{project}/archivedStorage/{storage}', 'S2-6-15'],
      ['POST /project/{project}/archivedStorage/{storage}/recover', 'S2-6-15'],
      ['GET /fileStorage/{project}/folders', 'S2-6-16'],
      ['GET /fileStorage/{project}/products/files', 'S2-6-16'],
      ['POST /fileStorage/{project}/products/files', 'S2-6-16', {}],
      ['POST /project/{project}/endpoints', '', endpoint],
      ['PUT /endpoints/{endpoint}', '', { functionality: 'sender' }],
      ['DELETE /endpoints/{endpoint}'],
      ['GET /endpoints/{endpoint}/secret'],
      ['POST /endpoints/{endpoint}/token'],
      ['POST /endpoints/{endpoint}/test'],
      ['GET /endpoints/{endpoint}/deliveries'],
      ['GET /endpoints/{endpoint}/deliveries/{delivery}'],
      ['POST /endpoints/{endpoint}/deliveries/{delivery}/replay'],
    ],
  ],
  [readers, [['GET /dataStorages/users'], ['GET /project/{project}/dataStorages/{storage}', 'S1-6-11']]],
  [
    [...readers, 'superadmin'],
    [['GET /project/{project}/dataStorages', 'S1-6-11 S0-6-13'], ['GET /project/{project}/endpoints']],
  ],
  [
    reporters,
    [
      ['GET /reporting?projectId={project}', 'S2-6-17 S0-6-15'],
      ['GET /reporting/activity?projectId={project}', 'S2-6-17'],
    ],
  ],
  [[...admin, 'superadmin'], [['GET /projects', 'S1-6-08']]],
  [[...members, 'superadmin'], [['GET /projects/{project}']]],
  [
    everyone,
    [
      ['POST /feedback', '', {}],
      ['GET /users/getUser'],
      ['PUT /users/updateUser', '', { name: 'Intruder' }],
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
      ['GET /feedback', 'S2-6-08'],
      ['GET /logs', 'S2-6-09'],
      ['GET /superadmin/users', 'S2-6-07'],
      ['GET /superadmin/projects', 'S2-6-07'],
      ['GET /superadmin/storages', 'S2-6-07'],
      ['GET /superadmin/archivedstorages', 'S2-6-07'],
      ['GET /superadmin/endpoints', 'S2-6-07'],
      ['GET /superadmin/pagevisits', 'S2-6-07'],
      ['GET /superadmin/audit', 'S2-6-07'],
      ['GET /superadmin/analytics?from=2026-01-01&to=2026-01-02', 'S2-6-07'],
      ['GET /superadmin/products', 'S2-6-07'],
      ['GET /superadmin/tenants/{project}'],
      ['POST /superadmin/tenants/{project}/suspend', '', { reason: 'Intruder' }],
      ['POST /superadmin/tenants/{project}/lift'],
      ['PUT /superadmin/tenants/{project}/limits', '', {}],
      ['POST /superadmin/tenants/{project}/view', '', { reason: 'Intruder' }],
      ['GET /superadmin/platform'],
      ['PUT /superadmin/platform', '', { ...usualSettings, expectedUpdatedAt: null, reason: 'Intruder' }],
      ['GET /superadmin/discounts', 'S2-6-07'],
      ['GET /superadmin/used-discounts', 'S2-6-07'],
      ['GET /superadmin/subscriptions', 'S2-6-07'],
      ['GET /superadmin/apiusages', 'S2-6-07'],
      ['GET /superadmin/apiusagehistories', 'S2-6-07'],
      ['POST /superadmin/add-product', 'S2-6-10', product],
      ['PUT /superadmin/products/{project}', 'S2-6-10', product],
      ['DELETE /superadmin/products/{project}', 'S2-6-10'],
      ['POST /superadmin/discounts', 'S2-6-10', discount],
      ['PUT /superadmin/discounts/ABCDEFGH', 'S2-6-10', discount],
      ['PUT /superadmin/users/{person}/change-subscription', 'S2-6-10', (at) => ({ productId: at.project })],
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
      ['PUT /superadmin/messages/feedback/{project}', 'S2-6-08', { isRead: true }],
      ['POST /superadmin/messages/contact/{project}/reply', 'S2-6-08', { text: 'Hello' }],
    ],
  ],
];

export const guarded: Guarded[] = table.flatMap(([opens, rows]) =>
  rows.map(([name, ids = '', body]): Guarded => {
    const [method = '', path = ''] = name.split(' ');
    return {
      ids,
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
  'POST /authentication/{token}/unlock',
  'GET /verify/user/{token}',
  'GET /health',
  'GET /config',
  'GET /subscriptions/premium-products',
  'POST /contact-us',
  'POST /superadmin/track',
];
