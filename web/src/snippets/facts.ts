export const tools = ['curl', 'TypeScript', 'CLI'] as const;
export type Tool = (typeof tools)[number];

/** What a program must be told to ask the service for the same. */
export type SnippetFacts<Request = Readonly<Record<string, unknown>>> = {
  readonly url: string;
  readonly vendor: string;
  readonly request: Request;
};
