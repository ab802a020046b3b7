import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  XmlDocument,
  XmlValidateError,
  XsdValidator,
  xmlCleanupInputProvider,
  xmlRegisterInputProvider,
} from 'libxml2-wasm';

/** A folder with the schemas of OGC in `ogc` and those of W3C in `w3c`, as jars of Maven Central carry them. */
export const schemaFolder = process.env['SWATH_TEST_OGC_SCHEMAS'] ?? '';
export const hasSchemas = existsSync(join(schemaFolder, 'ogc/wfs/2.0/wfs.xsd'));

const places: readonly (readonly [prefix: string, folder: string])[] = [
  ['http://schemas.opengis.net/', 'ogc'],
  ['http://www.w3.org/', 'w3c'],
];

/** Addresses are those of the standards, which are read from the folder, and of the service, as it answered. */
export type Schemas = {
  /** The schema that a service gave for this address. */
  give(address: string, schema: string): void;
  /** What is wrong with a document by the schemas at these addresses, by their namespaces; null where nothing is. */
  problemsOf(document: string, imports: Readonly<Record<string, string>>): string | null;
  close(): void;
};

export function openSchemas(): Schemas {
  const given = new Map<string, string>();
  const open = new Map<number, { readonly bytes: Buffer; at: number }>();
  const validators = new Map<string, XsdValidator>();
  let files = 0;

  function bytesOf(address: string): Buffer | null {
    const own = given.get(address);
    if (own !== undefined) return Buffer.from(own);
    const place = places.find(([prefix]) => address.startsWith(prefix));
    if (place === undefined) return null;
    const path = join(schemaFolder, place[1], address.slice(place[0].length));
    return existsSync(path) ? readFileSync(path) : null;
  }

  xmlRegisterInputProvider({
    match: (address) => bytesOf(address) !== null,
    open(address) {
      const bytes = bytesOf(address);
      if (bytes === null) return undefined;
      open.set(++files, { bytes, at: 0 });
      return files;
    },
    read(file, room) {
      const one = open.get(file)!;
      const length = one.bytes.copy(room, 0, one.at);
      one.at += length;
      return length;
    },
    close: (file) => open.delete(file),
  });

  function validatorOf(imports: Readonly<Record<string, string>>): XsdValidator {
    const listed = Object.entries(imports).map(
      ([namespace, place]) =>
        `<xsd:import namespace="${namespace}" schemaLocation="${place.replaceAll('&', '&amp;')}"/>`,
    );
    const text = `<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema">${listed.join('')}</xsd:schema>`;
    const known = validators.get(text);
    if (known !== undefined) return known;
    const schema = XmlDocument.fromString(text);
    const validator = XsdValidator.fromDoc(schema);
    schema.dispose();
    validators.set(text, validator);
    return validator;
  }

  return {
    give: (address, schema) => void given.set(address, schema),
    problemsOf(text, imports) {
      const document = XmlDocument.fromString(text);
      try {
        validatorOf(imports).validate(document);
        return null;
      } catch (error) {
        if (!(error instanceof XmlValidateError)) throw error;
        return error.message;
      } finally {
        document.dispose();
      }
    },
    close() {
      for (const validator of validators.values()) validator.dispose();
      xmlCleanupInputProvider();
    },
  };
}
