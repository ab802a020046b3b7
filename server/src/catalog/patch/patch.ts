import { type JsonObject, isObject, refuse } from '../refuse.ts';
import { readJsonPatch } from './json-patch.ts';
import { mergePatch } from './merge-patch.ts';

/** Makes the changed document and leaves the given one as it is; may be asked again with a newer one. */
export type Patch = (document: JsonObject) => unknown;

export type PatchLanguage = 'merge-patch' | 'json-patch';

export function readPatch(body: unknown, language: PatchLanguage): Patch {
  if (language === 'json-patch') return readJsonPatch(body);
  if (!isObject(body)) return refuse('body', 'must be an object whose members are merged into the document');
  return (document) => mergePatch(document, body);
}
