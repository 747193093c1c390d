import type { palette as english } from '../en/palette.ts';

export const palette: Record<keyof typeof english, string> = {
  'palette.open': '搜索页面和操作',
  'palette.short': '搜索',
  language: '语言',
  'language.en': 'English',
  'language.zh': '中文',
};
