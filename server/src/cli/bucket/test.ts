import { type ProbeReport, probeBucket, probeSteps } from '../../buckets/probe-bucket.ts';
import { readDestination } from '../../buckets/read-destination.ts';
import { readConfig } from '../../config.ts';
import { type Command, type Terminal, exitCodes } from '../command.ts';
import { printFacts, printJson } from '../print.ts';
import { readArguments } from '../read-arguments.ts';
import { bucketOptions } from '../../bucket-options.ts';

const flags = {
  prefix: { type: 'string' },
  region: { type: 'string' },
  'role-arn': { type: 'string' },
  'external-id': { type: 'string' },
  json: { type: 'boolean' },
} as const;

export const bucketTest: Command = {
  summary: 'See whether a bucket can be delivered to',
  help: `swath bucket test NAME|URI [flags]

Writes a small object, reads it back, lists it and deletes it, as an order does before it is taken. When a step is
denied, prints the policy that would allow it. The settings of S3 are those of the service (SWATH_S3_*).

  NAME|URI              a name, s3://name/prefix, file:///folder, or managed
  --prefix PREFIX       below it
  --region REGION       of the bucket, when it is not the service's
  --role-arn ARN        a role to assume, as a customer may give it
  --external-id ID      the organization to assume it for
  --json                one JSON document

Ends with 0 when all is done, 3 when there is no such bucket, 4 when it refuses, 1 when it cannot be reached now.

Examples:
  swath bucket test demo
  swath bucket test s3://deliveries/orders --region eu-central-1`,
  run: async (args, terminal) => {
    const { values, positionals } = readArguments(args, { flags, positionals: ['NAME|URI'] });
    const { prefix = '', region, 'role-arn': role_arn, 'external-id': externalId = 'swath' } = values;
    const destination = readDestination({ output_config: { bucket: positionals[0], prefix, region, role_arn } });
    const options = bucketOptions(readConfig(terminal.env));
    const { createBuckets } = await import('../../adapters/buckets/open-buckets.ts');
    const { target, credentials } = destination;
    const bucket = await createBuckets(options).open(target, { credentials, externalId });
    try {
      const report = await probeBucket(bucket, destination.prefix, { needsList: true });
      if (values.json) printJson(terminal, report);
      else printReport(terminal, report);
      return codeOf(report);
    } finally {
      bucket.close();
    }
  },
};

function printReport(terminal: Terminal, { done, failure }: ProbeReport): void {
  if (failure !== null && !isStep(failure.step)) printFacts(terminal, { [failure.step]: `failed: ${failure.reason}` });
  else
    for (const step of probeSteps.filter((each) => done.includes(each) || each === failure?.step))
      printFacts(terminal, { [step.padEnd(6)]: done.includes(step) ? 'ok' : `failed: ${failure!.reason}` });
  if (failure?.policy) terminal.out(`\nThis policy would allow it:\n${failure.policy}`);
}

const isStep = (step: string) => probeSteps.some((each) => each === step);

function codeOf({ failure }: ProbeReport): number {
  if (failure === null) return exitCodes.done;
  if (failure.isTransient) return exitCodes.failed;
  return failure.step === 'exists' ? exitCodes.notFound : exitCodes.refused;
}
