import type { Topic } from '../../../build/topics/topic.ts';

const files = import.meta.glob<Topic>(
  ['./topics/*.md', '../../../../docs/{api,values,fields,access-rules,keys-and-credits,backups,webhooks}.md'],
  {
    import: 'default',
  },
);
const bySlug = new Map(Object.entries(files).map(([file, load]) => [/([\w-]+)\.md$/.exec(file)?.[1], load]));

/**
 * @returns a topic; each is a chunk of its own
 * @throws {Error} for an unknown one
 */
export function loadTopic(slug: string): Promise<Topic> {
  const load = bySlug.get(slug);
  if (!load) throw new Error(`There is no topic "${slug}".`);
  return load();
}

/** Every topic, for the search. */
export function loadAllTopics(): Promise<Topic[]> {
  return Promise.all([...bySlug.values()].map((load) => load()));
}
