import { type Command, exitCodes } from '../../command.ts';
import { readArguments } from '../../read-arguments.ts';
import { areaHelp } from '../area-flags.ts';
import { createTeller, progressFlag, progressHelp } from '../tell-progress.ts';
import { serverFlags, serverHelp, withServer } from '../with-server.ts';
import { printSelect } from './print-select.ts';
import { readSelect, selectFlags } from './select-flags.ts';

const flags = { ...selectFlags, ...progressFlag, ...serverFlags } as const;

export const select: Command = {
  summary: 'Choose the best imagery of an area',
  help: `swath select [-] [flags]

Finds the best tiles of each cell of an area, waits until that is done, and tells the select's id, which can be
ordered, and how much of the area it covers. An area or acquisitions must be named.

  -                     acquisitions from standard input: what 'swath search' found, or ids, one a line
  --ids ID,ID           these acquisitions; without an area all that they show
${areaHelp}
  --datetime INTERVAL   also dates, months and years: 2024/..
  --query JSON          conditions on tiles, such as '{"aoi:cloud_free_percentage": {"gte": 95}}'
  --collections ID,ID   in these alone
  --stack-depth COUNT   tiles for each cell (5)
  --age NAME,NAME       fresh, standard, training
  --best-cover PERCENT  also the fewest acquisitions that show so much of the area, and what is missing
  --name NAME           kept with the select
  --metadata JSON       kept with the select
  --request FILE|-      a whole body of POST /select; flags go before its members

${progressHelp}
${serverHelp}

Ends with 6 when the select failed. 'swath help pipes' tells what it reads and prints in a pipe.

Examples:
  swath select --bbox 9.73,50.957,9.75,50.97 --stack-depth 1
  swath select --area field.geojson --datetime 2025/.. --query '{"eo:cloud_cover": {"lt": 10}}' --best-cover 95
  swath search --collections demo-visual --limit 2 | swath select -
  swath select --request body.json --json | jq -r .acquisitions[]`,
  run: async (args, terminal) => {
    const { values, positionals } = readArguments(args, { flags, positionals: ['[-]'] });
    const request = await readSelect(values, positionals[0], terminal);
    const tell = createTeller(terminal, values.progress);
    const startMs = performance.now();
    const onProgress = () => tell(() => `selecting since ${Math.round((performance.now() - startMs) / 1_000)} s`);
    const made = await withServer(terminal, values.server, async ({ selects }, signal) => {
      const first = await selects.create(request, { signal });
      return first.status === 'RUNNING' ? selects.wait(first.id, { signal, onProgress }) : first;
    });
    printSelect(terminal, made, values.json);
    return made.status === 'SUCCEEDED' ? exitCodes.done : exitCodes.endedBadly;
  },
};
