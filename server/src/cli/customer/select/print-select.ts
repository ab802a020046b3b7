import type { Select } from '@swath/client';
import type { Terminal } from '../../command.ts';
import { harmless } from '../../print.ts';
import { areaText, costText } from '../figures.ts';
import { printRecord } from '../print-records.ts';

export function printSelect(terminal: Terminal, select: Select, isJson: boolean | undefined): void {
  printRecord(terminal, select, factsOf(select), isJson);
  for (const warning of select.warnings) terminal.err(`warning: ${harmless(warning)}`);
}

function factsOf({ id, status, acquisitions, stack_depth_summary: depth, cover, usage, ...select }: Select) {
  return {
    select: id,
    name: select.name,
    status: select.error_message === null ? status : `${status}: ${select.error_message.Cause}`,
    acquisitions: String(acquisitions.length),
    cells: depth === null ? undefined : `${depth.cells_with_tiles} of ${depth.cells} have imagery`,
    tiles:
      depth === null ? undefined : `${depth.tiles}, stacks of ${depth.requested} whole in ${depth.fulfilled} cells`,
    coverage: cover ? `${cover.percent} % of the area by ${cover.acquisitions.length} acquisitions` : undefined,
    area: areaText(usage?.area.total_imagery_sqkm ?? null),
    cost: usage === null ? undefined : costText(usage.cost.total_imagery_cost),
    expires: select.expires,
  };
}
