export const palette = {
  'palette.open': 'Search pages and actions',
  'palette.short': 'Search',
  language: 'Language',
  'language.en': 'English',
  'language.zh': '中文',
} as const;
