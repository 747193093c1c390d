import { type AccountUser, type Pagination, type Project, signInOf, type Storage } from '@bedplate/contract';

const createdAt = '2026-01-02T03:04:05.000Z';

export function aProject(facts: Partial<Project> = {}): Project {
  return { id: 'p1', name: 'Apollo', description: 'Orders of the shop', createdAt, updatedAt: createdAt, ...facts };
}

export function aStorage(facts: Partial<Storage> = {}): Storage {
  return {
    id: 's1',
    userId: 'u1',
    user: { name: 'Ada Lovelace' },
    projectId: 'p1',
    storageName: 'Products',
    storageKey: 'products',
    is_softDelete: false,
    passwordRules: { minLength: 8, refuseCommon: true },
    signIn: signInOf({}),
    history: 0,
    trashDays: 30,
    endUserAccess: { read: 'none', write: 'none' },
    hasRules: false,
    createdAt,
    updatedAt: createdAt,
    ...facts,
  };
}

export function anAccount(facts: Partial<AccountUser> = {}): AccountUser {
  return {
    id: 'u1',
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    role: 'admin',
    tenantId: 't1',
    projectId: null,
    project: null,
    is_active: true,
    is_enable_two_factor: false,
    purgeArchives: false,
    apiKey: 'bp_key_0123456789',
    secretKey: 'bp_secret_9876543210',
    subscriptions: [],
    last_login: '2026-02-03T04:05:06.000Z',
    createdAt,
    updatedAt: createdAt,
    ...facts,
  };
}

/** A list's body as the console's API answers it. */
export function aPage<T>(data: T[], pagination: Partial<Pagination> = {}) {
  return {
    success: true,
    data,
    pagination: { page: 1, limit: 10, totalCount: data.length, totalPages: Math.ceil(data.length / 10), ...pagination },
  };
}
