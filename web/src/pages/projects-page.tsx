import { Page } from '../components/page.tsx';

export function ProjectsPage() {
  return <Page title="Projects">{null}</Page>;
}
