import type { FastifyRequest, FastifyServerOptions, preValidationHookHandler } from 'fastify';
import type { TSchema } from 'typebox';
import { PlatformError } from '../shared/errors.ts';
import type { Operation } from './route.ts';
import { type Violation, ruleText } from './schema-rules.ts';

/** What comes is checked as it is, never changed; of what is wrong the first is told. */
export const inputRules: FastifyServerOptions['ajv'] = {
  customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, verbose: true },
};

/** In the order in which they are checked. */
const parts = ['params', 'body', 'query'] as const;

type Validator = ReturnType<FastifyRequest['compileValidationSchema']>;

/** Of the process: to compile all of them is a good part of a start, and most are never asked for. */
const validators = new WeakMap<TSchema, Validator>();

/** Refuses what is not as the schemas of the operation say. */
export function checkInputs(operation: Operation): preValidationHookHandler {
  const checked = operation.checksOwnBody ? [] : parts.filter((part) => operation[part] !== undefined);
  return (request, _reply, done) => {
    for (const part of checked) {
      const validate = validatorOf(operation[part]!, request);
      if (!validate(request[part] ?? null)) return done(invalid(validate.errors![0] as unknown as Violation));
    }
    done();
  };
}

function validatorOf(schema: TSchema, request: FastifyRequest): Validator {
  const known = validators.get(schema) ?? request.compileValidationSchema(schema);
  validators.set(schema, known);
  return known;
}

const invalid = (violation: Violation) => new PlatformError('invalid_parameters', ruleText(violation));
