/** Demo sign-ins of `npm start`; they exist only in local emulators. */
export const demoPassword = 'Bedplate-demo-1';

export const demoAccounts = {
  superadmin: { email: 'superadmin@bedplate.local', name: 'Sofia Superadmin' },
  admin: { email: 'admin@bedplate.local', name: 'Demo' },
  developer: { email: 'developer@bedplate.local', name: 'Devin Developer' },
  manager: { email: 'manager@bedplate.local', name: 'Mara Manager' },
  user: { email: 'user@bedplate.local', name: 'Uma User' },
  /** Another account, which pays for a plan. */
  customer: { email: 'customer@bedplate.local', name: 'Cato Customer' },
};
