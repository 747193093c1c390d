export const site = {
  dashboard: 'Dashboard',
  signUp: 'Sign Up',
  'hero.title': 'Code Less, Build More',
  'hero.text': 'Bedplate is the backend under your app: create a storage, get its REST endpoints, and see every change live.',
  'hero.point1': 'Plug & Play APIs',
  'hero.point2': 'Zero Backend Hassle',
  'hero.point3': 'Scalable & Secure',
  'hero.signUp': 'Sign Up for Free',
  'footer.copyright': '© 2024 Bedplate. All rights reserved.',
  'notFound.title': 'Page not found',
  'notFound.text': 'There is nothing at this address. It may have moved, or the link may be incomplete.',
  'notFound.home': 'Go to the start page',
} as const;
