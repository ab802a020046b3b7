/** Milliseconds of processor time that this process has used: unlike a clock, it does not count what others do meanwhile. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
