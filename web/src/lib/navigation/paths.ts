/** Every page's address. Router, links and end-to-end tests share these. */
export const paths = {
  home: () => '/',
  services: () => '/services',
  about: () => '/about',
  contact: () => '/contact-us',
  terms: () => '/terms',
  documentation: (topic?: string, section?: string) => `/documentation${topic ? `/${topic}` : ''}${section ? `#${section}` : ''}`,
  login: () => '/login',
  register: () => '/register',
  forgotPassword: () => '/forgot-password',
  verify: (token: string) => `/user/${encodeURIComponent(token)}/verify`,
  resetPassword: (token: string) => `/user/${encodeURIComponent(token)}/reset-password`,
  notMe: (token: string) => `/user/${encodeURIComponent(token)}/not-me`,
  unlock: (token: string) => `/user/${encodeURIComponent(token)}/unlock`,
  projects: () => '/projects',
  users: () => '/users',
  account: () => '/account',
  administration: () => '/administration',
  /** @param plan the one to buy there */
  billing: (plan?: string) => (plan ? `/billing?plan=${encodeURIComponent(plan)}` : '/billing'),
  archivedProjects: () => '/archived-projects',
  trash: () => '/trash',
  feedback: () => '/feedback',
  project: (id: string) => `/project/${encodeURIComponent(id)}`,
  projectHome: (id: string) => `${paths.project(id)}/home`,
  dataStorage: (id: string) => `${paths.project(id)}/data-storage`,
  dataView: (id: string, storageId: string) => `${paths.dataStorage(id)}/${encodeURIComponent(storageId)}/view`,
  fields: (id: string, storageId: string) => `${paths.dataStorage(id)}/${encodeURIComponent(storageId)}/fields`,
  appMails: (id: string, storageId: string) => `${paths.dataStorage(id)}/${encodeURIComponent(storageId)}/mails`,
  accessRules: (id: string, storageId: string) => `${paths.dataStorage(id)}/${encodeURIComponent(storageId)}/access`,
  endpoints: (id: string) => `${paths.project(id)}/endpoints`,
  /** @param call the one that the playground fills in there */
  sandbox: (id: string, call?: { storage: string; call: string }) =>
    `${paths.project(id)}/sandbox${call ? `?${new URLSearchParams(call).toString()}` : ''}`,
  webhooks: (id: string) => `${paths.project(id)}/webhooks`,
  keys: (id: string) => `${paths.project(id)}/keys`,
  fileStorage: (id: string) => `${paths.project(id)}/file-storage`,
  folder: (id: string, storageKey: string) => `${paths.fileStorage(id)}/${encodeURIComponent(storageKey)}`,
  archivedStorage: (id: string) => `${paths.project(id)}/archived-storage`,
  reporting: (id: string) => `${paths.project(id)}/reporting`,
  /** @param filter one field of the lines to find, such as the id of a request */
  requests: (id: string, filter: Record<string, string> = {}) => {
    const query = new URLSearchParams(filter).toString();
    return `${paths.project(id)}/requests${query && `?${query}`}`;
  },
  superadminLogin: () => '/superadmin/login',
  superadminDashboard: () => '/superadmin/dashboard',
  superadmin: (page: OfficePage) => `/superadmin/${page}`,
} as const;

/** Pages of platform staff besides the dashboard. */
export type OfficePage =
  | 'users'
  | 'projects'
  | 'storages'
  | 'endpoints'
  | 'products'
  | 'discounts'
  | 'used-discounts'
  | 'subscriptions'
  | 'apiusages'
  | 'apiusagehistories'
  | 'feedbacks'
  | 'logs'
  | 'operations'
  | 'health';
