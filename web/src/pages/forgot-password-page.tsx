import { Page } from '../components/page.tsx';

export function ForgotPasswordPage() {
  return <Page title="ForgotPassword">{null}</Page>;
}
