import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Processes that share a bound of the processor, by a control group of the kernel. */
export type CpuGroup = {
  put(pid: number): void;
  /** Gives the processes back to the group of all, and ends. */
  end(pids: readonly number[]): void;
};

/** Short, so that a bound is not seen as pauses. */
const periodUs = 10_000;
/** Before all that is in no group: what else runs on the machine must not be what is scarce. */
const weight = { v1: 100_000, v2: 10_000 } as const;

const moveTo = (group: string) => (pid: number) => {
  // A process of a database may have ended meanwhile.
  if (existsSync(`/proc/${pid}`)) writeFileSync(join(group, 'cgroup.procs'), String(pid));
};

/** A share of one processor, or no bound where it is null. Throws where this user may not make groups. */
export function makeCpuGroup(name: string, share: number | null): CpuGroup {
  const isV2 = existsSync('/sys/fs/cgroup/cgroup.controllers');
  const home = isV2 ? '/sys/fs/cgroup' : '/sys/fs/cgroup/cpu';
  const folder = join(home, name);
  const quotaUs = share === null ? null : Math.round(share * periodUs);
  if (isV2) writeFileSync(join(home, 'cgroup.subtree_control'), '+cpu');
  mkdirSync(folder);
  const values: Record<string, string | number> = isV2
    ? { 'cpu.max': `${quotaUs ?? 'max'} ${periodUs}`, 'cpu.weight': weight.v2 }
    : { 'cpu.cfs_period_us': periodUs, 'cpu.cfs_quota_us': quotaUs ?? -1, 'cpu.shares': weight.v1 };
  for (const [file, value] of Object.entries(values)) writeFileSync(join(folder, file), String(value));
  return {
    put: moveTo(folder),
    end(pids) {
      pids.forEach(moveTo(home));
      rmdirSync(folder);
    },
  };
}
