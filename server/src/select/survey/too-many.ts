import { PlatformError } from '../../shared/errors.ts';

/** The clear answer to a select that only a look at everything could give. */
export const tooMany = (figure: string): PlatformError =>
  new PlatformError(
    'invalid_parameters',
    `the select has more than ${figure}: narrow it by area, datetime, collections or query`,
  );
