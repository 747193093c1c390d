import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import 'virtual:tokens.css';
import './styles/index.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { trackVisits } from '../lib/track-visits.ts';
import { publicPageAt } from './site-pages.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('site.html has no element "root".');
const { element } = (await publicPageAt(window.location.pathname)?.load()) ?? { element: null };
const page = <StrictMode>{element}</StrictMode>;
// The build renders each page into its file; in development there is nothing to take over.
if (root.firstElementChild) hydrateRoot(root, page);
else createRoot(root).render(page);
trackVisits();
