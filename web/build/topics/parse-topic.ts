import { fromCurl } from './from-curl.ts';
import { proseToHtml } from './prose.ts';
import type { Block, PartName, Sample, Section, Tab, Topic } from './topic.ts';

const fence = /^```(\w*)([^\n]*)\n([\s\S]*?)\n```$/;
const parts: readonly string[] = ['support', 'errors', 'limits'];

/**
 * Reads a topic's Markdown: front matter (title, menu, description), then sections with a heading like `## id | Title`.
 * Neighbouring code blocks with `tab=…` are one sample in several languages. A line `:::name` is the place of a part made by code.
 * @throws {Error} that names the mistake and stops the build
 */
export function parseTopic(slug: string, source: string): Topic {
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? [];
  const facts = Object.fromEntries(head.split('\n').map((line) => line.split(/:\s*(.*)/s).slice(0, 2)));
  const { title, menu, description } = facts as Partial<Record<string, string>>; // the next line refuses a missing one
  if (!title || !menu || !description) throw new Error(`${slug}.md: its front matter needs title, menu and description.`);
  const sections = body
    .split(/^## /m)
    .slice(1)
    .map((text) => sectionOf(slug, text));
  return { slug, title, menu, description, sections };
}

function sectionOf(slug: string, text: string): Section {
  const [, id, title, body = ''] = /^(\S+) \| ([^\n]+)\n([\s\S]*)$/.exec(text) ?? [];
  if (!id || !title) throw new Error(`${slug}.md: "${text.slice(0, 40)}" is not a heading like "## id | Title".`);
  return { id, title, blocks: blocksOf(body) };
}

/** @returns the prose, samples and parts of a section's Markdown, in order */
export function blocksOf(body: string): Block[] {
  const blocks: Block[] = [];
  for (const piece of body.split(/^(```[\s\S]*?\n```|:::\w+(?: \S+)?)$/m)) {
    const text = piece.trim();
    const code = fence.exec(text);
    if (code) addSample(blocks, sampleOf(code[1] ?? '', code[2] ?? '', code[3] ?? ''));
    else if (text === ':::calls') blocks.push({ kind: 'calls', calls: [] });
    else if (text.startsWith(':::refusals ')) blocks.push({ kind: 'refusals', code: text.slice(12), sentences: [] });
    else if (text.startsWith(':::')) blocks.push({ kind: 'part', name: partOf(text.slice(3)) });
    else if (text) blocks.push({ kind: 'html', html: proseToHtml(text) });
  }
  for (const block of blocks)
    if (block.kind === 'samples') block.samples.push(...block.samples.filter(({ tab }) => tab === 'curl').flatMap(fromCurl));
  return blocks;
}

/** Joins the sample before, or starts a new one when that has the language already. */
function addSample(blocks: Block[], sample: Sample): void {
  const last = blocks.at(-1);
  const joins = last?.kind === 'samples' && sample.tab && last.samples.every(({ tab }) => tab && tab !== sample.tab);
  if (joins) last.samples.push(sample);
  else blocks.push({ kind: 'samples', samples: [sample] });
}

function sampleOf(language: string, info: string, code: string): Sample {
  const facts = Object.fromEntries(
    [...info.matchAll(/(\w+)=(?:"((?:[^"\\]|\\.)*)"|(\S+))/g)].map((m) => [m[1], m[2]?.replaceAll('\\"', '"') ?? m[3]]),
  );
  return { ...facts, tab: tabOf(facts.tab), language: language || 'txt', code };
}

function tabOf(tab: string | undefined): Tab | null {
  if (tab === undefined) return null;
  if (tab === 'curl' || tab === 'fetch' || tab === 'client') return tab;
  throw new Error(`"${tab}" is no language of a sample.`);
}

function partOf(name: string): PartName {
  if (!parts.includes(name)) throw new Error(`There is no part ":::${name}".`);
  return name as PartName; // checked in the line before
}
