import { hash } from 'node:crypto';

/** The tag of a document that is made for the caller: by what it says. */
export const documentTag = (text: string): string => `"${hash('sha256', text, 'base64url').slice(0, 27)}"`;
