import { basename } from 'node:path';
import type { Plugin } from 'vite';
import { parseTopic } from './parse-topic.ts';

/** Importing a topic's Markdown file gives its `Topic`. */
export const topics: Plugin = {
  name: 'topics',
  transform(source, id) {
    if (!id.endsWith('.md')) return null;
    return { code: `export default ${JSON.stringify(parseTopic(basename(id, '.md'), source))};`, map: null, moduleType: 'js' };
  },
};
