import { Page } from '../components/page.tsx';

export function RegisterPage() {
  return <Page title="Register">{null}</Page>;
}
