import { Page } from '../components/page.tsx';

export function ProjectHomePage() {
  return <Page title="ProjectHome">{null}</Page>;
}
