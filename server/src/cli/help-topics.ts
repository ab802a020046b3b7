const exitCodeTopic = `Exit codes of swath:

  0    done
  1    failed: the network, the service, the store or the disk; trying again may help
  2    wrong use, or bad settings
  3    what was named does not exist
  4    refused: a rule of the service says no
  5    not signed in: no server is known, or it does not take the key ('swath login')
  6    the select or the order came to another end than success: failed, partial or cancelled
  7    a file is missing, or is not the one that was delivered
  130  stopped by a signal; 'swath order wait' and 'swath order download' go on when they are run again

'swath ingest' also ends with 4 when entries were rejected, and with 1 when it was stopped.`;

const pipeTopic = `What goes through pipes:

Into a pipe or a file each record is a line of JSON; on a terminal it is a table. --json makes one JSON document.

  swath search         a STAC item a line
  swath select         the select, as GET /select/{id} answers it
  swath order create   the order, as GET /order/{id} answers it; so do wait, show, cancel and retry
  swath order list     an order a line
  swath grid           a cell a line, as a GeoJSON feature

Where a command takes -, it reads such lines, one JSON document (an array, or a FeatureCollection), or ids alone, one a
line, from standard input:

  swath select -           items (each stands for its acquisition, catalog_id, else acquisition_id, else id, in its
                           collection), or ids of acquisitions
  swath order create -     one select; or items, which are ordered as they are
  swath order wait - ...   orders (also show, cancel, retry, download, verify)

Examples:
  swath search --collections demo-visual --limit 1 | swath select - | swath order create - | swath order wait -
  swath search --filter "eo:cloud_cover < 10" --all | jq -r .id
  jq -c .features[] found.geojson | swath select - --stack-depth 1`;

/** `swath help TOPIC` */
export const helpTopics: ReadonlyMap<string, string> = new Map([
  ['exit-codes', exitCodeTopic],
  ['pipes', pipeTopic],
]);
