/** One violated rule, as the validator reports it. */
export type Violation = {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Record<string, unknown>;
  readonly message?: string;
  readonly data?: unknown;
};

const secretMember = /password|token|secret|api_key/i;

/** The wording of the JSON-schema library that the service family's messages come from, plus the member at fault. */
export function ruleText({ keyword, instancePath, params, message, data }: Violation): string {
  const path = instancePath.slice(1).replaceAll('/', '.');
  const at = path === '' ? '' : ` at '${path}'`;
  const value = path === '' ? shownBody(data) : secretMember.test(path) ? `'${path}'` : shown(data);
  switch (keyword) {
    case 'required':
      return `'${String(params['missingProperty'])}' is a required property${at}`;
    case 'additionalProperties':
      return `Additional properties are not allowed ('${String(params['additionalProperty'])}' was unexpected)${at}`;
    case 'type':
      return `${value} is not of type ${[params['type']]
        .flat()
        .map((type) => `'${String(type)}'`)
        .join(', ')}${at}`;
    case 'enum':
      return `${value} is not one of ${allowed(params['allowedValues'])}${at}`;
    case 'anyOf':
      return `${value} is not valid under any of the given schemas${at}`;
    default:
      return `${path === '' ? 'the request' : `'${path}'`} ${message ?? 'is not valid'}`;
  }
}

/** A value as that library prints it, cut short: a caller's megabyte is not sent back. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return inQuotes(text.length > 60 ? `${text.slice(0, 57)}...` : text);
}

/** What is allowed is ours, and told whole. */
const allowed = (values: unknown): string => inQuotes(JSON.stringify(values));

const inQuotes = (json: string): string => json.replaceAll('"', "'").replaceAll("','", "', '");

/** A whole body of the wrong kind may be a password sent bare or in a list: its content is not sent back. */
export function shownBody(value: unknown): string {
  if (typeof value === 'string') return "'...'";
  if (Array.isArray(value)) return value.length === 0 ? '[]' : '[...]';
  return typeof value === 'object' && value !== null ? '{...}' : shown(value);
}
