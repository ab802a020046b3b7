/** Another has the work now, or it was cancelled: nothing may become visible any more. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';

  constructor() {
    super('the lease is lost');
  }
}
