import type { endpoints as english } from '../en/endpoints.ts';

export const endpoints: Record<keyof typeof english, string> = {
  'menu.webhooks': 'Webhook',
  'menu.keys': '密钥与访问权限',
  'menu.endpoints': '端点',
  'endpoints.ofStorage': '端点',
  'endpoints.ofStorageNamed': '{name} 的端点',
};
