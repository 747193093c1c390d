/** Every page's address. Router, links and end-to-end tests share these. */
export const paths = {
  home: () => '/',
  login: () => '/login',
  register: () => '/register',
  forgotPassword: () => '/forgot-password',
  verify: (token: string) => `/user/${encodeURIComponent(token)}/verify`,
  resetPassword: (token: string) => `/user/${encodeURIComponent(token)}/reset-password`,
  projects: () => '/projects',
  administration: () => '/administration',
  project: (id: string) => `/project/${encodeURIComponent(id)}`,
  projectHome: (id: string) => `${paths.project(id)}/home`,
  dataStorage: (id: string) => `${paths.project(id)}/data-storage`,
  dataView: (id: string, storageId: string) => `${paths.dataStorage(id)}/${encodeURIComponent(storageId)}/view`,
  superadminDashboard: () => '/superadmin/dashboard',
} as const;
