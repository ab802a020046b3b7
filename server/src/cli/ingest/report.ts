import type { IngestReport } from '../../ingest/run-ingest.ts';
import { type Terminal, exitCodes } from '../command.ts';
import { printFacts, printJson } from '../print.ts';

type Asked = { readonly isJson: boolean; readonly isDryRun: boolean; readonly rejects: string | null };

export function printReport(terminal: Terminal, report: IngestReport, { isJson, isDryRun, rejects }: Asked): void {
  const { tally, isFinished, isResumed } = report;
  if (isJson) printJson(terminal, { finished: isFinished, resumed: isResumed, dry_run: isDryRun, ...tally });
  else {
    const told = Object.entries(tally).filter(([name, count]) => count > 0 || name === 'read' || name === 'created');
    printFacts(terminal, Object.fromEntries(told.map(([name, count]) => [name, String(count)])));
  }
  if (isDryRun) terminal.err('nothing was stored: it was a dry run');
  if (!isFinished) terminal.err('stopped: the same command goes on from here');
  const { rejected, missing } = tally;
  if (rejected + missing === 0) return;
  const told = [
    rejected > 0 ? `${rejected} rejected` : null,
    missing > 0 ? `${missing} whose files are gone (they stay in the catalogue)` : null,
  ];
  const where = rejects === null ? '--rejects FILE tells why' : `see ${rejects}`;
  terminal.err(`${told.filter((part) => part !== null).join(', ')}: ${where}`);
}

export function endOf({ tally, isFinished }: IngestReport, isWatch: boolean): number {
  // A watch has no end of its own: being stopped is how it goes.
  if (!isFinished && !isWatch) return exitCodes.failed;
  return tally.rejected + tally.missing > 0 ? exitCodes.refused : exitCodes.done;
}
