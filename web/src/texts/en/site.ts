export const site = {
  dashboard: 'Dashboard',
  'notFound.title': 'Page not found',
  'notFound.text': 'There is nothing at this address. It may have moved, or the link may be incomplete.',
  'notFound.home': 'Go to the start page',
} as const;
