import type { palette as english } from '../en/palette.ts';

export const palette: Record<keyof typeof english, string> = {
  'palette.title': '命令',
  'palette.open': '搜索页面和操作',
  'palette.short': '搜索',
  'palette.placeholder': '前往页面、项目或操作',
  'palette.none': '没有匹配项。',
  'palette.account': '账户',
  'palette.thisProject': '此项目',
  'palette.actions': '操作',
  'palette.theme': '切换主题',
  'shortcuts.title': '键盘快捷键',
  'shortcuts.palette': '搜索页面和操作',
  'shortcuts.sheet': '显示此列表',
  'shortcuts.search': '在页面中搜索',
  'shortcuts.close': '关闭已打开的内容',
  language: '语言',
  'language.en': 'English',
  'language.zh': '中文',
};
