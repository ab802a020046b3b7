import { readFileSync, readdirSync } from 'node:fs';

/** Says after half a minute what a process waits for: a start that never ends leaves no other trace. */
export async function tellWhenLate<T>(what: string, work: Promise<T>): Promise<T> {
  const late = setTimeout(() => {
    const waits = process.getActiveResourcesInfo().join(' ');
    process.stderr.write(`${what} takes more than 30 s; the loop waits for: ${waits}; threads: ${threads()}\n`);
  }, 30_000);
  try {
    return await work;
  } finally {
    clearTimeout(late);
  }
}

/** What each thread does in the kernel, where the system tells. */
function threads(): string {
  const folder = '/proc/self/task';
  try {
    const read = (thread: string, name: string) => readFileSync(`${folder}/${thread}/${name}`, 'utf8').trim();
    return readdirSync(folder)
      .map((thread) => `${read(thread, 'comm')} ${read(thread, 'wchan')}`)
      .join(', ');
  } catch {
    return 'not known here';
  }
}
