import { Link } from '../router/link.tsx';
import { Door } from '../ui/door.tsx';
import { Notice } from '../ui/notice.tsx';

export function PasswordIsSet() {
  return (
    <Door title="Your password is set">
      <Notice kind="success">
        <p>Sign in with it from now on. The link you used no longer works.</p>
      </Notice>
      <Link to="/app" className="button button-primary">
        Sign in
      </Link>
    </Door>
  );
}
