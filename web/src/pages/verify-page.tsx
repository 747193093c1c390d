import { Page } from '../components/page.tsx';

export function VerifyPage() {
  return <Page title="Verify">{null}</Page>;
}
