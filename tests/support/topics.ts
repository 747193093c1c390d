import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseTopic } from '@bedplate/web/build/topics/parse-topic.ts';
import type { Sample } from '@bedplate/web/build/topics/topic.ts';

const folder = fileURLToPath(new URL('../../web/src/features/documentation/topics', import.meta.url));

/** The public documentation, as the site shows it. */
const topics = readdirSync(folder).map((file) => parseTopic(basename(file, '.md'), readFileSync(join(folder, file), 'utf8')));

/** Every sample with a name of its own. */
export const samples: readonly { name: string; sample: Sample }[] = topics.flatMap(({ slug, sections }) =>
  sections.flatMap(({ id, blocks }) =>
    blocks.flatMap((block, at) =>
      block.kind === 'samples'
        ? block.samples.map((sample) => ({ name: `${slug}#${id} ${at} ${sample.tab ?? sample.language}`, sample }))
        : [],
    ),
  ),
);

/** Files of a guide's app by name, with its places filled. */
export function filesOfGuide(slug: string, values: Readonly<Record<string, string>>): Map<string, string> {
  const ofGuide = samples.filter(({ name, sample }) => name.startsWith(`${slug}#`) && sample.file);
  return new Map(ofGuide.map(({ sample }) => [sample.file ?? '', filled(sample.code, values)]));
}

/** @returns the text with each {{name}} replaced by its value; unknown names stay */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => values[name] ?? place);
}
