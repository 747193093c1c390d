import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Plugin } from 'vite';
import { callsOf, type OpenApiDocument } from './calls-of.ts';
import { parseReference } from './parse-reference.ts';
import { parseTopic } from './parse-topic.ts';
import { references } from './references.ts';
import { fillInRefusals } from './refusals.ts';
import type { ApiCall } from './topic.ts';

const description = fileURLToPath(new URL('../../../functions/src/domain/openapi/describe.ts', import.meta.url));

const docs = fileURLToPath(new URL('../../../docs', import.meta.url));

/** Importing the Markdown file of a topic, or of a page of docs/, gives its `Topic`. */
export const topics: Plugin = {
  name: 'topics',
  async transform(source, id) {
    if (!id.endsWith('.md')) return null;
    const slug = basename(id, '.md');
    const topic = dirname(id) === docs ? parseReference(slug, source, references) : parseTopic(slug, source);
    fillInRefusals(topic);
    for (const block of topic.sections.flatMap(({ blocks }) => blocks)) if (block.kind === 'calls') block.calls = await apiCalls();
    return { code: `export default ${JSON.stringify(topic)};`, map: null, moduleType: 'js' };
  },
};

/** @returns every call of the data API, from the OpenAPI document that the API answers with */
export async function apiCalls(): Promise<ApiCall[]> {
  const { outputFiles } = await build({ entryPoints: [description], bundle: true, write: false, platform: 'node', format: 'esm' });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  const module: unknown = await import(`data:text/javascript;base64,${code}`);
  // functions/ is no dependency of web/, so the types of what the file exports are not at hand.
  const { describeGeneral } = module as { describeGeneral(origin: string): OpenApiDocument };
  return callsOf(describeGeneral(''));
}
