import { Page } from '../components/page.tsx';

export function DataStoragePage() {
  return <Page title="DataStorage">{null}</Page>;
}
