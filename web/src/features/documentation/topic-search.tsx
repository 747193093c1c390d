import { useEffect, useRef, useState } from 'react';
import { paths } from '../../lib/navigation/paths.ts';
import { t } from '../../texts/public.ts';
import { SearchIcon } from '../../components/site-icons.tsx';
import type { Hit } from './search-topics.ts';

/**
 * Searches all topics in the browser; they and the search are loaded when the field is first used.
 * "/" leads to it.
 */
export function TopicSearch() {
  const [query, setQuery] = useState('');
  const [search, setSearch] = useState<((query: string) => Hit[]) | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const results = useRef<HTMLUListElement>(null);
  useSlash(() => input.current?.focus());
  const hits = search?.(query) ?? [];
  const load = () => {
    if (search) return;
    const loaded = import('./search-topics.ts').then(({ topicSearch }) => topicSearch());
    loaded.then(
      (ready) => setSearch(() => ready),
      (cause: unknown) => console.warn('The topics could not be loaded.', cause),
    );
  };
  const press = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape') setQuery('');
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event, results.current, input.current);
  };
  return (
    <search className="topic-search">
      <SearchIcon />
      <input
        ref={input}
        type="search"
        aria-label={t('docs.search')}
        aria-keyshortcuts="/"
        placeholder={t('docs.search')}
        value={query}
        onFocus={load}
        onKeyDown={press}
        onChange={(event) => setQuery(event.target.value)}
      />
      <kbd aria-hidden>/</kbd>
      <output className="visually-hidden">{query && search ? t('docs.results', { count: hits.length }) : ''}</output>
      {query.trim() && search && (
        <ul ref={results} className="hits">
          {hits.map(({ slug, topic, section, id, excerpt }) => (
            <li key={`${slug}#${id}`}>
              <a href={paths.documentation(slug, id)} onClick={() => setQuery('')} onKeyDown={press}>
                <strong>
                  {topic} › {section}
                </strong>
                <span>{excerpt}</span>
              </a>
            </li>
          ))}
          {hits.length === 0 && <li className="none">{t('docs.noResults')}</li>}
        </ul>
      )}
    </search>
  );
}

function useSlash(act: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
      if (event.key !== '/' || typing || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
}

function move(event: React.KeyboardEvent, list: HTMLUListElement | null, input: HTMLInputElement | null): void {
  const links = [...(list?.querySelectorAll('a') ?? [])];
  const next = links.indexOf(document.activeElement as HTMLAnchorElement) + (event.key === 'ArrowDown' ? 1 : -1);
  event.preventDefault();
  (links[next] ?? input)?.focus();
}
