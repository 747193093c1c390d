import type { paletteWords as english } from '../en/palette-words.ts';
import { plural, type Words } from '../lingui/catalogue.ts';

export const paletteWords: Record<keyof typeof english, Words> = {
  'palette.documentation': '文档',
  'palette.storageOf': '{project}中的存储',
  'palette.recordOf': '{storage}中的记录',
  'palette.addStorage': '添加数据存储',
  'palette.newKey': '创建命名密钥',
  'palette.addWebhook': '添加 Webhook',
  'palette.addProject': '创建项目',
  'palette.invite': '邀请用户',
  'palette.found': plural('count', { other: '# 个结果' }),
};
