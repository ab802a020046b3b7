import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

export type Instruction = { readonly name: string; readonly rest: string };
export type Copying = { readonly from: string | null; readonly sources: readonly string[]; readonly target: string };
export type Stage = { readonly name: string; readonly instructions: readonly Instruction[] };

/** The stages of a container file; a line that ends with \ goes on. */
export function readStages(text: string): readonly Stage[] {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: { name: string; instructions: Instruction[] }[] = [];
  for (const line of lines) {
    const [name, rest] = [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1).trim()];
    if (name === 'FROM') stages.push({ name: / AS (\S+)$/.exec(rest)?.[1] ?? String(stages.length), instructions: [] });
    else stages.at(-1)!.instructions.push({ name, rest });
  }
  return stages;
}

/** The program that says whether the service is well. */
export const healthCheckOf = (text: string): string => /^HEALTHCHECK .* CMD \["node", "-e", "(.*)"\]$/m.exec(text)![1]!;

export function readCopying(rest: string): Copying {
  const words = rest.split(/\s+/);
  const flags = words.filter((word) => word.startsWith('--'));
  const paths = words.filter((word) => !word.startsWith('--'));
  const from = flags.find((flag) => flag.startsWith('--from='))?.slice('--from='.length) ?? null;
  return { from, sources: paths.slice(0, -1), target: paths.at(-1)! };
}

/** Does in folders what the file says of files and commands, and returns the folder of the last stage; users are left out. */
export function buildWithoutContainer(stages: readonly Stage[], context: string, into: string): string {
  const rootOf = (name: string) => join(into, name);
  for (const { name, instructions } of stages) {
    let work = rootOf(name);
    for (const { name: verb, rest } of instructions) {
      if (verb === 'WORKDIR') mkdirSync((work = join(rootOf(name), rest)), { recursive: true });
      if (verb === 'COPY') copy(readCopying(rest), work, (from) => (from === null ? context : rootOf(from)));
      if (verb === 'RUN' && !rest.startsWith('useradd'))
        execFileSync('sh', ['-c', rest], { cwd: work, stdio: ['ignore', 'ignore', 'inherit'] });
    }
  }
  return rootOf(stages.at(-1)!.name);
}

/** Of a folder its content is copied, as container files mean it. */
function copy({ from, sources, target }: Copying, work: string, rootOf: (from: string | null) => string): void {
  for (const source of sources) {
    const path = join(rootOf(from), source);
    const isInto = target.endsWith('/') && !statSync(path).isDirectory();
    const to = join(work, target, isInto ? basename(source) : '');
    if (!existsSync(path)) throw new Error(`${source} is not there to be copied`);
    cpSync(path, to, { recursive: true, verbatimSymlinks: true });
  }
}
