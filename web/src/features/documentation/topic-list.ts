import type { PublicText } from '../../texts/public.ts';

interface MenuGroup {
  text: PublicText;
  topics: readonly { slug: string; menu: string }[];
}

/**
 * The left menu: the topics' order, addresses and names; a test compares them with the topics
 * themselves. A name without a slug is its own address: "File Upload" is at file-upload.
 */
export const menuGroups: readonly MenuGroup[] = [
  group('docs.gettingStarted', 'Introduction', 'Installation'),
  group(
    'docs.api',
    'Overview',
    'Authentication',
    'Create',
    'Read',
    'Update',
    'Delete',
    'Query',
    'File Upload',
    'Sandbox',
    'Real Time Connection',
    'React',
    'Costs in Tests',
  ),
  group(
    'docs.guides',
    'Plain Page',
    'Google Sign-In',
    'Teams',
    'Password Reset',
    'React App',
    'Next App',
    'Expo App',
    'Node Server',
    'Python',
    'PHP',
  ),
  group('docs.reference', 'API|Data API', 'Errors', 'Values', 'Fields', 'Access Rules', 'Keys and Credits', 'Backups', 'Webhooks'),
  group('docs.moving', 'From Firebase|Firebase', 'From Supabase|Supabase', 'From PocketBase|PocketBase', 'From Parse|Parse'),
];

export const topicList = menuGroups.flatMap(({ topics }) => topics);

/** @param names of topics; another name in the menu follows after a bar */
function group(text: PublicText, ...names: string[]): MenuGroup {
  const topics = names.map((name) => {
    const [address = '', menu = address] = name.split('|');
    return { slug: address.toLowerCase().replaceAll(' ', '-'), menu };
  });
  return { text, topics };
}
