import type { site as english } from '../en/site.ts';

export const site: Record<keyof typeof english, string> = {
  dashboard: '控制台',
  'notFound.title': '页面不存在',
  'notFound.text': '此地址没有内容。它可能已被移动，或链接不完整。',
  'notFound.home': '前往起始页',
};
