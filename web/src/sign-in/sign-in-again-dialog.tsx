import { leave } from '../session/session-actions.ts';
import { Dialog } from '../ui/dialog.tsx';
import { SignInForm } from './sign-in-form.tsx';

type SignInAgainDialogProps = { readonly isOpen: boolean; readonly email: string };

/** Lies over the page while the sign-in is renewed, so that nothing typed there is lost. */
export function SignInAgainDialog({ isOpen, email }: SignInAgainDialogProps) {
  return (
    <Dialog isOpen={isOpen} title="Sign in again">
      <p>Your sign-in has ended. The page behind this is kept as it is: sign in, then repeat your last step.</p>
      {isOpen && <SignInForm email={email} />}
      <p>
        <button type="button" className="button button-quiet" onClick={leave}>
          Use another account
        </button>
      </p>
    </Dialog>
  );
}
