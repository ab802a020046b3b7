import { pathBelowHome } from '../router/home.ts';
import { Link } from '../router/link.tsx';

const ownAddress = /(https?:\/\/[^\s]+)/;

/** Text in which addresses of this very service become links; all else stays text. */
export function LinkedText({ text }: { readonly text: string }) {
  return text.split(ownAddress).map((part, index) => {
    const path = ownPath(part);
    // The parts of one sentence never change places.
    return path ? (
      // oxlint-disable-next-line react/no-array-index-key
      <Link key={index} to={path}>
        {part}
      </Link>
    ) : (
      part
    );
  });
}

function ownPath(part: string): string | null {
  if (!ownAddress.test(part) || !URL.canParse(part)) return null;
  const address = new URL(part);
  return address.origin === window.location.origin ? pathBelowHome(address.pathname) : null;
}
