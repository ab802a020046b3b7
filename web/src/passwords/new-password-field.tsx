import { PasswordField } from '../ui/password-field.tsx';

const shortestPassword = 12;

/** One field and no repetition: it can be shown, and password managers fill it. */
export function NewPasswordField() {
  return (
    <PasswordField
      label="New password"
      id="new-password"
      name="new-password"
      autoComplete="new-password"
      minLength={shortestPassword}
      required
      hint={`At least ${shortestPassword} characters. A few unrelated words are good; a common password is refused.`}
    />
  );
}
