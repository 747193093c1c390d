import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { publicPageAt, publicPages as pages } from './site-pages.tsx';

/** Used by the build alone. */
export const publicPages = pages.map(({ path, module }) => ({ path, module }));

/**
 * @returns a page's content and what its head says about it
 * @throws {Error} for an address that is no public page
 */
export async function render(path: string, origin: string): Promise<{ head: string; content: string }> {
  const page = publicPageAt(path);
  if (!page) throw new Error(`${path} is no public page.`);
  const { element, title, description } = await page.load();
  const address = `${origin}${path === '/documentation' ? '/documentation/introduction' : path}`;
  const head = [
    `<title>${escape(title)}</title>`,
    `<meta name="description" content="${escape(description)}" />`,
    `<link rel="canonical" href="${escape(address)}" />`,
    ...Object.entries({
      'og:type': 'website',
      'og:site_name': 'Bedplate',
      'og:title': title,
      'og:description': description,
      'og:url': address,
      'og:image': `${origin}/pictures/preview.png`,
      'og:image:width': '1200',
      'og:image:height': '630',
    }).map(([property, content]) => `<meta property="${property}" content="${escape(content)}" />`),
    '<meta name="twitter:card" content="summary_large_image" />',
  ];
  return { head: head.join('\n    '), content: renderToString(<StrictMode>{element}</StrictMode>) };
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}
