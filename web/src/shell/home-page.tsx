import type { Self } from '@swath/client';
import { Link } from '../router/link.tsx';
import { swath } from '../swath.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { Page } from '../ui/page.tsx';

type HomePageProps = { readonly user: Self };

export function HomePage({ user }: HomePageProps) {
  const command = `curl -H "${swath.vendor}-api-key: $API_KEY" "${swath.url}/auth/self"`;
  return (
    <Page
      title={`Hello, ${user.name || user.email}`}
      lead="You are signed in. This is where your imagery work will start."
    >
      <section className="panel" aria-labelledby="start-title">
        <h2 id="start-title">Start with an API key</h2>
        <p>
          Programs, notebooks and desktop tools reach this service with a key of yours.{' '}
          <Link to="/app/api-key">Create one</Link>, put it into <code>API_KEY</code>, and ask the service who you are:
        </p>
        <CodeBlock code={command} what="curl command" />
      </section>
      <section className="panel" aria-labelledby="later-title">
        <h2 id="later-title">What comes to this page</h2>
        <ul className="plain-list">
          <li>
            <strong>Search</strong> the archive on a map, by date and by cloud.
          </li>
          <li>
            <strong>Select</strong> what covers an area of interest, with its gaps.
          </li>
          <li>
            <strong>Order</strong> it into your own bucket and watch it arrive.
          </li>
        </ul>
        <p className="hint">They appear in the menu as they are ready.</p>
      </section>
    </Page>
  );
}
