import { Page } from '../components/page.tsx';

export function DataViewPage() {
  return <Page title="DataView">{null}</Page>;
}
