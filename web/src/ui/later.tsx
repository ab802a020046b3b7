import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { askedTwice } from './asked-twice.ts';

/**
 * A part of the application in a chunk of its own, which comes when it is first shown; `waiting` stands in its place,
 * and `instead` where it does not come, which else is an error of the page. React's own `lazy` within `Suspense` holds
 * back for 300 ms what comes soon after something else was waited for: a page within the shell, a map within a page.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode,
  instead?: ComponentType<P>,
): ComponentType<P> {
  let known: ComponentType<P> | null = null;
  return function Later(props: P) {
    const [part, setPart] = useState(() => known);
    const [problem, setProblem] = useState<{ readonly error: unknown } | null>(null);
    useEffect(() => {
      if (part !== null) return;
      const show = (loaded: ComponentType<P>) => {
        known = loaded;
        setPart(() => loaded);
      };
      const fail = (error: unknown) => (instead === undefined ? setProblem({ error }) : setPart(() => instead));
      askedTwice(load).then(show, fail);
    }, [part]);
    if (problem !== null) throw problem.error;
    const Part = part;
    return Part === null ? waiting : <Part {...props} />;
  };
}
