import { createRequire } from 'node:module';
import { type Json, readJson, stacSchemas } from './support-stac-files.ts';

type Validator = ((value: unknown) => boolean) & {
  errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null;
};
type Ajv = {
  addSchema(schema: unknown, key?: string): Ajv;
  addMetaSchema(schema: unknown): Ajv;
  addFormat(name: string, check: (text: string) => boolean): Ajv;
  getSchema(key: string): Validator | undefined;
  compile(schema: unknown): Validator;
  removeSchema(key: string): Ajv;
};

// Both come with the HTTP framework.
const require = createRequire(import.meta.url);
function createAjv(module: string): Ajv {
  const { default: AjvClass } = require(module) as { default: new (options: object) => Ajv };
  const { default: addFormats } = require('ajv-formats') as { default: (ajv: Ajv) => void };
  const ajv = new AjvClass({ strict: false, allErrors: true });
  addFormats(ajv);
  if (module !== 'ajv') ajv.addMetaSchema(readJson('schemas/json-schema/draft-07.json'));
  for (const [address, schema] of stacSchemas()) ajv.addSchema(schema, address);
  return ajv.addFormat('iri', isIri).addFormat('iri-reference', isIriReference).addFormat('geometry-any', isMarked);
}

const isIri = (text: string): boolean => URL.canParse(text);
const isIriReference = (text: string): boolean => URL.canParse(text, 'http://base.example/');

// OGC API Features marks geometries by a format of its own; what they are is in the schema that is referred to.
const isMarked = (): boolean => true;

const readers = new Map<string, Ajv>();

/** One for each dialect: reading the schemas takes longer than using them. */
function ajvFor(module: string): Ajv {
  const ajv = readers.get(module) ?? createAjv(module);
  readers.set(module, ajv);
  return ajv;
}

const problemsOf = (validate: Validator, value: unknown): readonly string[] =>
  validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);

const parts = { Feature: 'item', Collection: 'collection', Catalog: 'catalog' } as const;

/** What the STAC schema of the document's own version and type has against it. */
export function stacProblems(document: unknown): readonly string[] {
  const { type, stac_version: version } = document as { type: keyof typeof parts; stac_version: string };
  const part = parts[type];
  const validate = ajvFor('ajv').getSchema(
    `https://schemas.stacspec.org/v${version}/${part}-spec/json-schema/${part}.json`,
  );
  if (validate === undefined) throw new Error(`there is no schema for ${type} of version ${version}`);
  return problemsOf(validate, document);
}

/** The parts of an item collection that the STAC API fixes: features that are items, links that are links, counts. */
export function itemCollectionProblems(page: unknown): readonly string[] {
  const { type, features, links, numberMatched, numberReturned } = page as Json & { features: Json[]; links: Json[] };
  return [
    ...(type === 'FeatureCollection' ? [] : [`the type is ${JSON.stringify(type)}`]),
    ...(Array.isArray(features) ? features.flatMap(stacProblems) : ['there are no features']),
    ...linkProblems(links),
    ...(numberReturned === features.length ? [] : ['numberReturned is wrong']),
    ...(numberMatched === undefined || Number(numberMatched) >= features.length ? [] : ['numberMatched is too small']),
  ];
}

/** Links by the definition that items hold theirs to. */
export function linkProblems(links: unknown): readonly string[] {
  const validate = ajvFor('ajv').getSchema(
    'https://schemas.stacspec.org/v1.1.0/item-spec/json-schema/item.json#/definitions/links',
  );
  return problemsOf(validate!, links);
}

const dialects: Readonly<Record<string, string>> = {
  'http://json-schema.org/draft-07/schema#': 'ajv',
  'https://json-schema.org/draft/2019-09/schema': 'ajv/dist/2019.js',
  'https://json-schema.org/draft/2020-12/schema': 'ajv/dist/2020.js',
};

/** A schema that the service made, held to the dialect it names; gives what checks values against it. */
export function readSchema(schema: Json): (value: unknown) => readonly string[] {
  const dialect = dialects[String(schema['$schema'])];
  if (dialect === undefined) throw new Error(`${String(schema['$schema'])} is no dialect of JSON Schema`);
  const ajv = ajvFor(dialect);
  const validate = ajv.compile(schema);
  ajv.removeSchema(String(schema['$id']));
  return (value) => problemsOf(validate, value);
}
