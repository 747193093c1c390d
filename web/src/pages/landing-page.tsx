import { Page } from '../components/page.tsx';

export function LandingPage() {
  return <Page title="Landing">{null}</Page>;
}
