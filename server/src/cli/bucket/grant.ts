import { auditEntry, operator } from '../../accounts/audit.ts';
import { readDestination } from '../../buckets/read-destination.ts';
import { type Command, exitCodes } from '../command.ts';
import { findAccount } from '../find-account.ts';
import { withInstallation } from '../installation.ts';
import { printFacts } from '../print.ts';
import { readArguments } from '../read-arguments.ts';

const flags = { account: { type: 'string' }, region: { type: 'string' } } as const;

export const bucketGrant: Command = {
  summary: 'Let another organization deliver to a bucket that is not its own',
  help: `swath bucket grant NAME|URI --account EMAIL|ID [--region REGION]

A bucket belongs to the organization that first delivers to it; orders of others are refused. This lets the
organization of the account deliver to it too. It takes effect with the next order.

Examples:
  swath bucket grant demo --account ann@example.com`,
  run: async (args, terminal) => {
    const { values, positionals } = readArguments(args, { flags, positionals: ['NAME|URI'], required: ['account'] });
    const { target } = readDestination({ output_config: { bucket: positionals[0], region: values.region } });
    return withInstallation(terminal, async (service) => {
      const { organization } = await findAccount(service, values.account!);
      const bucket = await service.buckets.open(target);
      // A mistyped name would be granted in silence.
      await bucket.head('swath').finally(() => bucket.close());
      const detail = { bucket: bucket.label };
      const entry = auditEntry(operator, service.clock.nowMs(), 'bucket.grant', organization.id, detail);
      await service.orders.grantBucket(bucket.identity, organization.id, entry);
      printFacts(terminal, { bucket: bucket.label, organization: organization.name });
      return exitCodes.done;
    });
  },
};
