import type { sandbox as english } from '../en/sandbox.ts';
import type { Words } from '../lingui/catalogue.ts';

export const sandbox: Record<keyof typeof english, Words> = {
  'menu.sandbox': '沙盒',
  select: '请选择',
  'code.language': '示例语言',
  'code.curl': 'curl',
  'code.fetch': 'fetch',
  'code.client': '客户端',
  'code.react': 'React',
  'code.copy': '复制示例',
};
