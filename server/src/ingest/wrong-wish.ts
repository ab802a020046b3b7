import { PlatformError } from '../shared/errors.ts';

/** What was asked for does not fit together: no source is to blame. */
export class WrongWish extends PlatformError {
  constructor(reason: string) {
    super('invalid_parameters', reason);
  }
}
