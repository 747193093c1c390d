import type { Block, Topic } from '../../../build/topics/topic.ts';
import { t } from '../../texts/public.ts';
import { ApiCalls } from './api-calls.tsx';
import { Part } from './part.tsx';
import { Refusals } from './refusals.tsx';
import { useReader } from './reader.tsx';
import { fillIn, type SampleValues } from './sample-values.ts';
import { Samples } from './samples.tsx';

export function TopicView({ topic }: { topic: Topic }) {
  const { values } = useReader();
  return (
    <>
      <h1>{topic.title}</h1>
      <p className="lead">{topic.description}</p>
      {topic.sections.map(({ id, title, blocks }) => (
        <section key={id} id={id} className="topic-section" aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>
            {title}
            <a href={`#${id}`} className="anchor" aria-label={`${t('docs.linkTo')}: ${title}`}>
              #
            </a>
          </h2>
          {blocks.map((block, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a section never move
            <BlockView key={at} block={block} values={values} />
          ))}
        </section>
      ))}
    </>
  );
}

function BlockView({ block, values }: { block: Block; values: SampleValues }) {
  if (block.kind === 'samples') return <Samples samples={block.samples} />;
  if (block.kind === 'calls') return <ApiCalls calls={block.calls} />;
  if (block.kind === 'refusals') return <Refusals sentences={block.sentences} />;
  if (block.kind === 'part') return <Part name={block.name} />;
  // Made from this repository's topics by build/prose.ts, which escapes all text.
  return <div className="prose" dangerouslySetInnerHTML={{ __html: fillIn(block.html, values) }} />;
}
