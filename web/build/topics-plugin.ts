import { basename } from 'node:path';
import type { Plugin } from 'vite';
import { apiCalls } from './api-reference.ts';
import { parseTopic } from './parse-topic.ts';

/** Importing a topic's Markdown file gives its `Topic`. */
export const topics: Plugin = {
  name: 'topics',
  async transform(source, id) {
    if (!id.endsWith('.md')) return null;
    const topic = parseTopic(basename(id, '.md'), source);
    for (const block of topic.sections.flatMap(({ blocks }) => blocks)) if (block.kind === 'calls') block.calls = await apiCalls();
    return { code: `export default ${JSON.stringify(topic)};`, map: null, moduleType: 'js' };
  },
};
