/** Says why a suite is skipped; where `SWATH_TEST_REQUIRE` names the thing, as in CI, its absence is a failure. */
export function saySkipped(thing: string, reason: string): void {
  const required = (process.env['SWATH_TEST_REQUIRE'] ?? '').split(',');
  if (required.includes(thing)) throw new Error(`${thing} is required here: ${reason}`);
  process.stderr.write(`skipped: ${reason}\n`);
}
