import { useState } from 'react';
import { type Area, AreaProblem } from './area.ts';

/** Reads an area from what was given and hands it on, or keeps the words of what is wrong with it. */
export function useAreaReader(onChange: (area: Area) => void) {
  const [problem, setProblem] = useState<string | null>(null);

  function read(make: () => Area): Area | null {
    try {
      const area = make();
      setProblem(null);
      onChange(area);
      return area;
    } catch (error) {
      setProblem(problemText(error));
      return null;
    }
  }

  return { problem, setProblem, read };
}

/** What is no problem of the area is a mistake of ours, and must not pass for one. */
export function problemText(error: unknown): string {
  if (error instanceof AreaProblem) return error.message;
  throw error;
}
