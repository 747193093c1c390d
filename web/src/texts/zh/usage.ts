import type { usage as english } from '../en/usage.ts';

export const usage: Record<keyof typeof english, string> = {
  'menu.reporting': '报告',
  'usage.title': 'API 用量',
  'usage.about': '本月的调用次数。数据 API 的每次认证调用使用一个额度。',
  'usage.failed': '无法加载用量。',
  'usage.totalCount': '总次数',
  'usage.maxUse': '最大用量',
  'usage.combined': '含已购额度',
};
