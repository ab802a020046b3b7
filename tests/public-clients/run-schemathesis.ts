import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export type SchemathesisReport = {
  readonly seed: number;
  readonly running_time: number;
  readonly operations: { readonly selected: number; readonly tested: number; readonly errored: number };
  readonly test_cases: { readonly generated: number };
  readonly failures: readonly { readonly title: string; readonly operations: readonly string[] }[];
  readonly errors: readonly { readonly title: string }[];
};

export type SchemathesisRun = {
  readonly url: string;
  readonly token: string;
  readonly seed: number;
  readonly phases: string;
  /** For each operation. */
  readonly examples: number;
  /** Whether requests are as the document says, or also as it says that they must not be. */
  readonly mode: 'positive' | 'all';
};

const config = fileURLToPath(new URL('./schemathesis.toml', import.meta.url));
const program = 'from schemathesis.cli import schemathesis; schemathesis()';

/** Every check over the document that the service answers; what it found wrong is printed in full. */
export async function runSchemathesis(
  python: string,
  { url, token, seed, phases, examples, mode }: SchemathesisRun,
): Promise<SchemathesisReport> {
  const folder = mkdtempSync(join(tmpdir(), 'swath-schemathesis-'));
  const path = join(folder, 'report.json');
  const size = ['--phases', phases, '--mode', mode, '--max-examples', String(examples)];
  const options = ['--checks', 'all', ...size, '--seed', String(seed)];
  const about = ['--report-json-path', path, '--url', url, '-H', `Authorization: Bearer ${token}`];
  try {
    const run = ['--config-file', config, 'run', `${url}/openapi.json`, ...options, ...about];
    const child = spawn(python, ['-c', program, ...run], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    const said = await text(child.stdout);
    const report = JSON.parse(readFileSync(path, 'utf8')) as SchemathesisReport;
    if (report.failures.length + report.errors.length > 0) process.stderr.write(said);
    return report;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
