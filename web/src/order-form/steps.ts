import { SwathError } from '@swath/client';

export const steps = ['what', 'options', 'where', 'who', 'check'] as const;
export type StepName = (typeof steps)[number];

export const titles: Readonly<Record<StepName, string>> = {
  what: 'What',
  options: 'Options',
  where: 'Where',
  who: 'Who is told',
  check: 'Check and place',
};

/** What a refusal of the service begins with, or says, by the part of the form that it is about. */
const words: readonly (readonly [StepName, RegExp])[] = [
  ['check', /_limit\b/],
  ['options', /cannot be ordered with HD|^settings|^hd /i],
  ['who', /notification|^metadata/],
  ['where', /bucket|^output_config|^prefix/i],
  ['what', /^select|acquisition|intersects|bbox|area/i],
];

/** Where a problem is shown; what is about none of the parts is shown at the end. */
export function stepOf(error: unknown): StepName {
  if (!(error instanceof SwathError) || error.isSignedOut || error.status === 429) return 'check';
  const sentence = error.message.replace(/^[A-Z][A-Za-z ]+: /, '');
  return words.find(([, pattern]) => pattern.test(sentence))?.[0] ?? 'check';
}
