import type { Topic } from '../../../build/topics/topic.ts';

const files = import.meta.glob<Topic>('./topics/*.md', { import: 'default' });

/**
 * @returns a topic; each is a chunk of its own
 * @throws {Error} for an unknown one
 */
export function loadTopic(slug: string): Promise<Topic> {
  const load = files[`./topics/${slug}.md`];
  if (!load) throw new Error(`There is no topic "${slug}".`);
  return load();
}

/** Every topic, for the search. */
export function loadAllTopics(): Promise<Topic[]> {
  return Promise.all(Object.values(files).map((load) => load()));
}
