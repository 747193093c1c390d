import type { PublicText } from '../../texts/public.ts';

interface MenuGroup {
  text: PublicText;
  topics: readonly { slug: string; menu: string }[];
}

/**
 * The left menu: the topics' order, addresses and names; a test compares them with the topics
 * themselves.
 */
export const menuGroups: readonly MenuGroup[] = [
  {
    text: 'docs.gettingStarted',
    topics: [
      { slug: 'introduction', menu: 'Introduction' },
      { slug: 'installation', menu: 'Installation' },
    ],
  },
  {
    text: 'docs.api',
    topics: [
      { slug: 'overview', menu: 'Overview' },
      { slug: 'authentication', menu: 'Authentication' },
      { slug: 'create', menu: 'Create' },
      { slug: 'read', menu: 'Read' },
      { slug: 'update', menu: 'Update' },
      { slug: 'delete', menu: 'Delete' },
      { slug: 'query', menu: 'Query' },
      { slug: 'file-upload', menu: 'File Upload' },
      { slug: 'sandbox', menu: 'Sandbox' },
      { slug: 'real-time-connection', menu: 'Real Time Connection' },
      { slug: 'access-rules', menu: 'Access Rules' },
      { slug: 'react', menu: 'React' },
    ],
  },
];

export const topicList = menuGroups.flatMap(({ topics }) => topics);
