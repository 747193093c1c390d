import MiniSearch, { type Query } from 'minisearch';
import type { Block, Topic } from '../../../build/topics/topic.ts';
import { loadAllTopics } from './load-topic.ts';
import { meaningsOf, wordsOf } from './search-words.ts';

export interface Hit {
  slug: string;
  topic: string;
  section: string;
  id: string;
  /** Words around the first place that was found. */
  excerpt: string;
}

interface Section {
  /** The place in the list of all. */
  at: number;
  slug: string;
  topic: string;
  section: string;
  id: string;
  names: string;
  text: string;
}

const most = 12;
const around = 60;
/** Below it a wrong letter makes another word. */
const shortestMistyped = 6;

/**
 * Reads the topics once, for all searches. A search finds the sections that have each word, the beginning of one, or another word for
 * it, titles first; where none has all, those that have some.
 */
export async function searchOf(topics: readonly Topic[]): Promise<(query: string) => Hit[]> {
  const sections = sectionsOf(topics);
  const index = new MiniSearch<Section>({
    idField: 'at',
    fields: ['section', 'names', 'text'],
    tokenize: wordsOf,
    searchOptions: {
      boost: { section: 6, names: 3 },
      prefix: (word) => word.length > 2,
      fuzzy: (word) => (word.length >= shortestMistyped ? 1 : false),
      // The words themselves come before beginnings and misspellings.
      weights: { prefix: 0.3, fuzzy: 0.1 },
    },
  });
  await index.addAllAsync(sections); // the page goes on meanwhile
  return (query) => {
    const meanings = meaningsOf(query);
    if (meanings.length === 0) return [];
    const all = index.search(asked('AND', meanings));
    const found = all.length > 0 ? all : index.search(asked('OR', meanings));
    return found.slice(0, most).flatMap(({ id: at, terms }) => {
      const hit = sections[at];
      if (!hit) return [];
      const { slug, topic, section, id, text } = hit;
      return [{ slug, topic, section, id, excerpt: excerptOf(text, [...meanings.flat(), ...terms]) }];
    });
  };
}

/** @returns the search over every topic, once they are loaded */
export async function topicSearch(): Promise<(query: string) => Hit[]> {
  return searchOf(await loadAllTopics());
}

function asked(combineWith: 'AND' | 'OR', meanings: readonly (readonly string[])[]): Query {
  const one = (words: readonly string[]): Query => ({
    combineWith: 'OR',
    queries: words.map((word, at) => ({ combineWith: 'AND', queries: [word], boostTerm: () => (at === 0 ? 1 : 0.5) })),
  });
  return { combineWith, queries: meanings.map(one) };
}

function sectionsOf(topics: readonly Topic[]): Section[] {
  return topics
    .flatMap(({ slug, title, menu, description, sections }) =>
      sections.map(({ id, title: section, blocks }, i) => {
        const text = blocks.map(textOf).join(' ').replace(/\s+/g, ' ').trim();
        return { slug, topic: menu, section, id, names: `${title} ${menu} ${i === 0 ? description : ''}`, text };
      }),
    )
    .map((section, at) => ({ at, ...section }));
}

/** Whole words around the first word that is in the text, in the order in which they are looked for. */
function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const place = words.map((word) => lower.indexOf(word)).find((at) => at >= 0) ?? 0;
  const from = place <= around ? 0 : text.indexOf(' ', place - around) + 1;
  const space = text.lastIndexOf(' ', from + 2 * around);
  const end = text.length <= from + 2 * around || space <= place ? Math.min(text.length, from + 2 * around) : space;
  return `${from > 0 ? '… ' : ''}${text.slice(from, end)}${end < text.length ? ' …' : ''}`;
}

function textOf(block: Block): string {
  if (block.kind === 'calls') return block.calls.map(({ method, path, does }) => `${method} ${path} ${does}`).join(' ');
  if (block.kind === 'refusals') return block.sentences.join(' ');
  if (block.kind === 'part') return block.name;
  if (block.kind === 'samples') return block.samples.map(({ code }) => code).join(' ');
  return block.html.replace(/<[^>]+>/g, ' ').replace(/&(\w+|#\d+);/g, (entity, name: string) => entities[name] ?? numbered(name) ?? entity);
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' };

function numbered(name: string): string | undefined {
  return name.startsWith('#') ? String.fromCharCode(Number(name.slice(1))) : undefined;
}
