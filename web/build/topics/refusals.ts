import { dataApiRefusals } from '../../../scripts/messages/server-refusals.mjs';
import type { Topic } from './topic.ts';

/**
 * Puts the sentences of the server in the place of each line `:::refusals code`, so that the page cannot be out of date.
 * @throws {Error} for a code without a sentence, and for one that the page leaves out; it stops the build
 */
export function fillInRefusals({ sections }: Topic): void {
  const places = sections.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'refusals'));
  if (places.length === 0) return;
  const byCode: Record<string, string[]> = dataApiRefusals();
  const missing = Object.keys(byCode).filter((code) => places.every((place) => place.code !== code));
  if (missing.length) throw new Error(`The page of errors has no place for the sentences of ${missing.join(', ')}.`);
  for (const place of places) place.sentences = sentencesOf(byCode, place.code);
}

/** @returns the Markdown of a topic with lists in place of its lines `:::refusals code` */
export function withRefusals(source: string): string {
  const line = /^:::refusals (\S+)$/gm;
  if (!line.test(source)) return source;
  const byCode = dataApiRefusals();
  return source.replace(line, (_, code: string) =>
    sentencesOf(byCode, code)
      .map((sentence) => `- ${sentence.replace(/[\\`*_<>[\]|~]/g, (mark) => `\\${mark}`)}`)
      .join('\n'),
  );
}

function sentencesOf(byCode: Record<string, string[]>, code: string): string[] {
  const sentences = byCode[code];
  if (!sentences) throw new Error(`No call of the data API is refused with ${code}: take ":::refusals ${code}" out.`);
  return sentences;
}
