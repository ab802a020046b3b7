// Loaded before a command: leaves what the whole process used, its threads with it, in the file that is named.
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread)
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const usage = { cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, mostMb: maxRSS / 1_024 };
    writeFileSync(process.env.BENCH_USAGE, JSON.stringify(usage));
  });
