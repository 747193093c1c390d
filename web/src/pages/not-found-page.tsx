import { Page } from '../components/page.tsx';

export function NotFoundPage() {
  return <Page title="NotFound">{null}</Page>;
}
