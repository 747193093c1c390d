import { Page } from '../components/page.tsx';

export function ResetPasswordPage() {
  return <Page title="ResetPassword">{null}</Page>;
}
