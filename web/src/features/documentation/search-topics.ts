import type { Block, Topic } from '../../../build/topics/topic.ts';

export interface Hit {
  slug: string;
  topic: string;
  section: string;
  id: string;
  /** Words around the first place that was found. */
  excerpt: string;
}

const most = 12;
const around = 60;

/** @returns the sections that contain every word, those with all words in their titles first */
export function searchTopics(topics: readonly Topic[], query: string): Hit[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const hits = topics.flatMap((topic) =>
    topic.sections.flatMap(({ id, title, blocks }) => {
      const names = `${topic.title} ${topic.menu} ${title}`.toLowerCase();
      const text = blocks.map(textOf).join(' ').replace(/\s+/g, ' ');
      const lower = text.toLowerCase();
      if (!words.every((word) => names.includes(word) || lower.includes(word))) return [];
      const rank = words.every((word) => names.includes(word)) ? 0 : 1;
      return [{ rank, hit: { slug: topic.slug, topic: topic.menu, section: title, id, excerpt: excerptOf(text, lower, words) } }];
    }),
  );
  return hits
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ hit }) => hit);
}

function excerptOf(text: string, lower: string, words: readonly string[]): string {
  const at = Math.max(0, Math.min(...words.map((word) => lower.indexOf(word)).filter((place) => place >= 0), text.length) - around / 2);
  return `${at > 0 ? '… ' : ''}${text.slice(at, at + 2 * around).trim()} …`;
}

function textOf(block: Block): string {
  if (block.kind === 'calls') return block.calls.map(({ method, path, does }) => `${method} ${path} ${does}`).join(' ');
  if (block.kind === 'part') return block.name;
  if (block.kind === 'samples') return block.samples.map(({ code }) => code).join(' ');
  return block.html.replace(/<[^>]+>/g, ' ').replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}
