import { PlatformError } from './errors.ts';

/** Refuses by its name a text of more than `most` characters, counted as JSON schema counts them. */
export function requireShortText(name: string, text: string | null | undefined, most: number): void {
  if (text !== null && text !== undefined && [...text].length > most)
    throw new PlatformError('invalid_parameters', `'${name}' must NOT have more than ${most} characters`);
}
