import { Page } from '../components/page.tsx';

export function AdministrationPage() {
  return <Page title="Administration">{null}</Page>;
}
