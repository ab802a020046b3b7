import { Link } from '../router/link.tsx';
import { Page } from '../ui/page.tsx';

export function NotFoundPage() {
  return (
    <Page title="There is no such page" lead="The address may be mistyped, or the page has moved.">
      <p>
        <Link to="/app">Go to the home page</Link>
      </p>
    </Page>
  );
}
