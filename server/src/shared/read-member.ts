type Document = Readonly<Record<string, unknown>>;

/** Reads the member of that name, which an item chose: `constructor` and `toString` every object inherits. */
export const memberReader = (name: string): ((document: Document) => unknown) =>
  name in Object.prototype
    ? (document) => (Object.hasOwn(document, name) ? document[name] : undefined)
    : (document) => document[name];
