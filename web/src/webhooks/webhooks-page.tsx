import { Page } from '../ui/page.tsx';
import { Deliveries } from './deliveries.tsx';
import { SigningSecret } from './signing-secret.tsx';
import { TestMessage } from './test-message.tsx';
import '../styles/orders.css';

const lead = (
  <>
    An order that names a webhook tells it when it ends. Messages are signed as{' '}
    <a href="https://www.standardwebhooks.com/" rel="noreferrer">
      Standard Webhooks
    </a>{' '}
    says, and tried again for days while nobody takes them.
  </>
);

export function WebhooksPage() {
  return (
    <Page title="Webhooks" lead={lead}>
      <SigningSecret />
      <TestMessage />
      <Deliveries />
    </Page>
  );
}
