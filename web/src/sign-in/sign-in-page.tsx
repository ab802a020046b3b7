import { Link } from '../router/link.tsx';
import { Door } from '../ui/door.tsx';
import { SignInForm } from './sign-in-form.tsx';

export function SignInPage() {
  return (
    <Door title="Sign in" lead="Search, select and order imagery, delivered to your own bucket.">
      <SignInForm />
      <p className="door-foot">
        <Link to="/reset-password">Forgot your password?</Link>
      </p>
    </Door>
  );
}
