import { type ComponentType, createElement, type ReactElement } from 'react';
import { loadTopic } from '../features/documentation/load-topic.ts';
import { topicList } from '../features/documentation/topic-list.ts';

export interface PublicPage {
  path: string;
  /** The page's file below src, for preloading. */
  module: string;
  load: () => Promise<{ element: ReactElement; title: string; description: string }>;
}

const about = 'the backend under your app: REST endpoints, app users, files, search and live updates in minutes.';

/** Every page of the public site: rendered at build time, and taken over by the browser. */
export const publicPages: readonly PublicPage[] = [
  page(
    '/',
    { file: 'landing-page', title: 'Bedplate: Code Less, Build More', description: `Bedplate is ${about}` },
    async () => (await import('../pages/landing-page.tsx')).LandingPage,
  ),
  page(
    '/services',
    {
      file: 'services-page',
      title: 'Services | Bedplate',
      description: 'Documentation, a complete backend and support: what Bedplate does for developers.',
    },
    async () => (await import('../pages/services-page.tsx')).ServicesPage,
  ),
  page(
    '/about',
    { file: 'about-page', title: 'About Us | Bedplate', description: 'Who makes Bedplate, and why it exists.' },
    async () => (await import('../pages/about-page.tsx')).AboutPage,
  ),
  page(
    '/contact-us',
    { file: 'contact-page', title: 'Get In Touch | Bedplate', description: 'Write to the people who make Bedplate.' },
    async () => (await import('../pages/contact-page.tsx')).ContactPage,
  ),
  page(
    '/terms',
    {
      file: 'terms-page',
      title: 'Terms and Privacy | Bedplate',
      description: 'The terms of Bedplate, and what it keeps about whom for how long.',
    },
    async () => (await import('../pages/terms-page.tsx')).TermsPage,
  ),
  topicPage('/documentation', 'introduction'),
  ...topicList.map(({ slug }) => topicPage(`/documentation/${slug}`, slug)),
];

/**
 * @returns the page at an address, with or without a slash at its end; undefined when it is none of
 * the site's
 */
export function publicPageAt(path: string): PublicPage | undefined {
  const plain = path.replace(/\/+$/, '') || '/';
  return publicPages.find((candidate) => candidate.path === plain);
}

interface About {
  file: string;
  title: string;
  description: string;
}

function page(path: string, { file, title, description }: About, load: () => Promise<ComponentType>): PublicPage {
  return { path, module: `pages/${file}.tsx`, load: async () => ({ element: createElement(await load()), title, description }) };
}

function topicPage(path: string, slug: string): PublicPage {
  const load = async () => {
    const [{ DocumentationPage }, topic] = await Promise.all([import('../pages/documentation-page.tsx'), loadTopic(slug)]);
    return {
      element: <DocumentationPage topic={topic} />,
      title: `${topic.title} | Bedplate documentation`,
      description: topic.description,
    };
  };
  return { path, module: 'pages/documentation-page.tsx', load };
}
