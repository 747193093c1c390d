/** Fixed routes below /api that a storage key would shadow. */
export const reservedStorageKeys = ['subscriptions', 'superadmin', 'livesync', 'openapi', 'batch', 'hooks', 'health', 'undo'] as const;
