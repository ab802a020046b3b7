import type { JsonObject } from '../../../catalog/refuse.ts';

/** An object that is JSON already: the body of a search stands in each of its links. */
export class WrittenJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

export const writtenJson = (object: JsonObject): WrittenJson => new WrittenJson(JSON.stringify(object));

/** The object does not have the member yet. */
export const withMember = ({ text }: WrittenJson, name: string, value: string): WrittenJson =>
  new WrittenJson(`${text.slice(0, -1)}${text === '{}' ? '' : ','}"${name}":${JSON.stringify(value)}}`);
